"""What all tests share."""

import os

from hypothesis import settings

# No deadline: two workers on two cores make honest examples slow now and then. CI tries the same
# examples every time, so that a red run means the change and not the dice; people get new ones.
settings.register_profile("here", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "here")
