"""One puzzle: an object for each verb, and an exception for what cannot be read."""

import pytest
from puzzles import EASY, HARD, MANY, NONE, SOLUTION

import piste


def test_a_solution_is_proved_to_be_the_only_one():
    solved = piste.solve(EASY)
    assert (solved.verdict, solved.solution, solved.more) == ("unique", SOLUTION, False)
    assert piste.solve(MANY).verdict == "many"
    assert piste.solve(NONE).solution is None
    assert "r1c1" in piste.solve(NONE).problem


def test_a_check_names_what_is_wrong():
    assert piste.check(EASY).proper is True
    assert piste.check(EASY, values=EASY.replace("53.", "531", 1)).mistakes == ("r1c3",)
    assert piste.check(NONE).proper is False


def test_ratings_come_by_metric_with_a_summary():
    rated = piste.rate(HARD)
    assert rated.level in [level["slug"] for level in piste.info()["levels"]]
    assert rated["givens"].value == 17
    assert rated.summary.sentence.endswith(".")
    assert piste.rate(HARD, metrics="givens").summary is None
    assert piste.rate(EASY, options={"hsolve.runs": 3}, metrics=["hsolve"])["hsolve"].value > 0


def test_a_limit_in_counted_work_is_an_answer():
    hardest = piste.make(target="se>=7", seed=1).puzzle
    limited = piste.rate(hardest, metrics=["se"], work=1)["se"]
    assert limited.value is None and "limit" in limited.problem


def test_an_explanation_is_steps_that_lead_to_the_solution():
    told = piste.explain(EASY)
    assert told.outcome == "solved" and len(told) == told.total
    board = list(EASY)
    for step in told.steps:
        for placement in step.placements:
            place, digit = placement.split("=")
            row, column = int(place[1]), int(place[3])
            board[9 * (row - 1) + column - 1] = digit
    assert "".join(board) == SOLUTION
    assert piste.explain(EASY, method="green").acts


def test_hints_canon_transform_convert():
    assert piste.hint(EASY, grade=3).strategy
    assert piste.hint(EASY, values=EASY.replace("53.", "531", 1)).hint == "mistakes"
    form = piste.canon(EASY)
    assert form.canonical == piste.canon(piste.transform(EASY, seed=4).transformed).canonical
    assert form.automorphisms == 1
    assert piste.convert(EASY, "grid").text.count("\n") > 9


def test_other_shapes():
    assert piste.solve("1.....3..2.....4", shape="any").verdict == "unique"


def test_the_same_seed_makes_the_same_puzzle():
    one, two = (piste.make(level="easy", seed=11) for _ in range(2))
    assert one == two and one.seed == 11 and piste.check(one.puzzle).proper
    assert piste.make(level="easy", seed=12).puzzle != one.puzzle


def test_what_cannot_be_read_says_where_and_why():
    with pytest.raises(piste.PisteError) as caught:
        piste.solve("53..7")
    assert caught.value.code == "bad-puzzle" and caught.value.member == "puzzle"
    assert str(caught.value).startswith("puzzle: column ")
    with pytest.raises(piste.PisteError, match="there is no metric hsolv") as caught:
        piste.rate(EASY, metrics=["hsolv"])
    assert caught.value.code == "bad-request"
    with pytest.raises(piste.PisteError, match="there is no level"):
        piste.make(level="impossible")
    with pytest.raises(TypeError, match="int"):
        piste.solve(17)


def test_notebooks_get_pictures():
    assert piste.Puzzle(EASY)._repr_svg_().startswith("<svg")
    told = piste.explain(EASY, upto=3)
    assert told[1]._repr_svg_().startswith("<svg") and told[0]._repr_svg_() != told[1]._repr_svg_()
    player = told._repr_html_()
    assert player.count("<svg") == 3 and 'type="range"' in player
    table = piste.rate(EASY)._repr_html_()
    assert "<svg" in table and "hsolve" in table
