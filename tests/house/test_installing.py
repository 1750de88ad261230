"""What a first start prints while pip works."""

import pytest

from tasks.installing import count_packages, follow

PIP = """\
Collecting django==5.2.19 (from -r requirements/run.txt (line 100))
  Downloading django-5.2.19-py3-none-any.whl (8.3 MB)
Collecting segno==1.6.6
  Using cached segno-1.6.6-py3-none-any.whl (76 kB)
Installing collected packages: segno, django
Successfully installed django-5.2.19 segno-1.6.6
""".splitlines(keepends=True)


def test_the_packages_and_their_megabytes_are_counted_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    found, megabytes = follow(PIP, 3, shown=True)
    assert (found, round(megabytes, 1)) == (2, 8.4)
    written = capsys.readouterr().out
    assert "1 / 3 · 0 Mo · django" in written and "2 / 3 · 8 Mo · mise en place" in written and "\n" not in written


def test_without_a_terminal_no_line_is_rewritten(capsys: pytest.CaptureFixture[str]) -> None:
    follow(PIP, 3, shown=False)
    assert capsys.readouterr().out == ""


def test_the_packages_of_a_lock_are_counted() -> None:
    assert count_packages("django==5.2.19 \\\n    --hash=sha256:ab\n# via\ntablib[ods]==3.9 ; python_version\n") == 2
