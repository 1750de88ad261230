"""The program's own settings with one address in place of all: a form that inserts one row, for comparison."""

from importlib import import_module

globals().update(vars(import_module("config.settings")))
ROOT_URLCONF = "trivial_urls"
