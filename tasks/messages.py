"""Run `make messages`: collect the texts on screen into the catalogues and compile them (`catalogues`, with Babel).

French is the source; `scoring` renders it without a catalogue. Translations are written by hand, into the .po files.
"""

from corbillon.words import Stop
from tasks.environment import ROOT, ensure, run


def messages() -> None:
    ensure("dev")
    if run("-m", "tasks.catalogues", str(ROOT)):
        raise Stop("Rien n’a été recueilli.", "Nothing was collected.")
