"""The program's own settings with one address in place of all: a form that inserts one row, for comparison."""

from config.settings import *  # noqa: F403, TID251

ROOT_URLCONF = "trivial_urls"
