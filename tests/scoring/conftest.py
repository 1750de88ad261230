"""Laws are searched without a clock: a busy machine is no fault of a rule."""

from hypothesis import settings

settings.register_profile("corbillon", deadline=None)
settings.load_profile("corbillon")
