# SPDX-License-Identifier: GPL-3.0-or-later
"""A studio's own checks before publishing: hooks that return a reason to refuse, or nothing."""

from typing import Any, Callable, List, Optional, Sequence

Hook = Callable[[Any, Sequence[str]], Optional[str]]

#: Called on Blender's thread, so that they can read `bpy.data`: without files before rendering, and with the film after
#: it.
before_publish: List[Hook] = []


def find_refusal(task: Any, files: Sequence[str]) -> Optional[str]:
    """Returns the first reason to refuse, or None. A hook that raises also refuses, because it may have had a reason.
    """
    for hook in list(before_publish):
        try:
            reason = hook(task, files)
        except Exception as error:
            name = getattr(hook, "__name__", "hook")
            return "The hook %s failed, so nothing was published: %s: %s" % (name, type(error).__name__, error)
        if reason:
            return str(reason)
    return None
