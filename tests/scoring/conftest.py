"""Let Hypothesis run without deadlines in these tests: a busy machine is no error of a rule."""

from hypothesis import settings

settings.register_profile("corbillon", deadline=None)
settings.load_profile("corbillon")
