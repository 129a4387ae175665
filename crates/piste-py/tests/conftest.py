"""The tests are about the installed wheel, never about the sources beside them."""

import pathlib

import piste

HERE = pathlib.Path(__file__).resolve().parent


def pytest_report_header() -> str:
    return f"piste {piste.__version__} from {pathlib.Path(piste.__file__).parent}"


def pytest_configure() -> None:
    assert HERE.parent not in pathlib.Path(piste.__file__).resolve().parents, "not the installed package"
