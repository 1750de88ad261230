"""Run Corbillon: `corbillon` serves a club and opens the browser, `corbillon COMMAND` does one thing, as `manage.py`.

An installed copy keeps its data in the system's folder for the data of programs, or where CORBILLON_VAR says; a
checkout keeps it in `var`, beside the Makefile.
"""

import argparse
import os
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE if (HERE / "manage.py").exists() else HERE.parent  # installed, the whole program lies in this folder
OPTIONS = ("-h", "--help", "--port", "--address", "--no-browser", "--version")


def main() -> int:
    """Do what the command line says. Return the exit code."""
    sys.path.insert(0, str(ROOT))
    from config.system_calls import speak_utf8

    speak_utf8()
    _set_data_folder()
    words = sys.argv[1:]
    if words and not words[0].startswith(OPTIONS):
        from manage import main as run_command

        run_command()
        return 0
    return _start(words)


def _set_data_folder() -> None:
    """Let an installed copy keep its data where the system keeps programs' data, unless CORBILLON_VAR says where."""
    from config.commands import IS_CHECKOUT

    if not IS_CHECKOUT and not os.environ.get("CORBILLON_VAR"):
        from platformdirs import user_data_path

        os.environ["CORBILLON_VAR"] = str(user_data_path("corbillon", appauthor=False))


def _start(words: list[str]) -> int:
    """Read the options of the command line, and serve until the server ends. Return the exit code: 1 where it cannot
    start."""
    from config.version import describe_version
    from corbillon.start import choose_port, prepare, serve
    from corbillon.words import Stop, complain

    parser = argparse.ArgumentParser("corbillon", description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--version", action="version", version=f"Corbillon {describe_version()}")
    parser.add_argument("--port", help="the port, 8000 unless another one was used last time")
    parser.add_argument("--address", help="the address phones use, where this machine has several")
    parser.add_argument("--no-browser", action="store_true", help="open no browser")
    given = parser.parse_args(words)
    named = {"CORBILLON_PORT": given.port, "CORBILLON_ADDRESS": given.address}
    os.environ.update({name: value for name, value in named.items() if value})
    try:
        port = choose_port()
        prepare()
        if not given.no_browser:
            os.environ["CORBILLON_OPEN"] = "1"
        serve(port)
    except Stop as stop:
        complain(stop)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
