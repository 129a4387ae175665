"""Features, the time model, the library."""

import pytest
from puzzles import EASY, HARD, NONE

import piste


def test_features_are_a_matrix_with_names():
    names = piste.feature_names()
    matrix = piste.features([EASY, HARD])
    assert len(matrix) == 2 and len(matrix[0]) == len(names)
    assert matrix[1][names.index("givens")] == 17
    assert piste.Features(["log:givens"]).fit().transform([EASY])[0][0] == pytest.approx(3.43399)
    with pytest.raises(piste.PisteError, match="there is no feature nonsense"):
        piste.features([EASY], ["nonsense"])
    with pytest.raises(piste.PisteError) as caught:
        piste.features([EASY, NONE], ["givens"])
    assert caught.value.place == "row 1"


def test_times_are_predicted_with_intervals():
    minutes, low, high = piste.TimeModel().predict([EASY, HARD], interval=True)
    assert low[0] < minutes[0] < high[0] and minutes[0] < minutes[1]
    assert minutes[0] == pytest.approx(piste.rate(EASY)["minutes"].value, abs=0.05)


def test_features_fit_into_a_pipeline():
    pytest.importorskip("sklearn")
    from sklearn.linear_model import LinearRegression
    from sklearn.pipeline import make_pipeline

    line = make_pipeline(piste.Features(["givens"]), LinearRegression())
    assert line.fit([EASY, HARD], [1.0, 2.0]).predict([HARD])[0] == pytest.approx(2.0)


def test_the_library_is_asked_by_conditions(tmp_path, monkeypatch):
    with pytest.raises(OSError, match="there is no library at"):
        piste.Library(tmp_path / "none.sqlite")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    library = piste.Library()
    assert len(library) > 100_000 and library.path.startswith(str(tmp_path))
    found = library.query("level=hard and givens<=24", limit=5, metrics=["se", "givens", "colour"])
    assert len(found["puzzle"]) == 5 and max(found["givens"]) <= 24
    assert set(found["level"]) == {"hard"}
    assert library.count("level=hard") > 5
    with pytest.raises(piste.PisteError, match="there is no column") as caught:
        library.query("hsolv<3")
    assert caught.value.place.startswith("column ")
