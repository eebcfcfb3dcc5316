# SPDX-License-Identifier: GPL-3.0-or-later
"""What a studio asks of a file before it is published: hooks that answer a reason to refuse, or nothing."""

from typing import Any, Callable, List, Optional, Sequence

Hook = Callable[[Any, Sequence[str]], Optional[str]]

#: Called on Blender's thread, so that they may look at `bpy.data`: before the render without files, and with the film after it.
before_publish: List[Hook] = []


def find_refusal(task: Any, files: Sequence[str]) -> Optional[str]:
    """The first reason to refuse; None where there is none. A hook that breaks refuses too: it may have had a reason."""
    for hook in list(before_publish):
        try:
            reason = hook(task, files)
        except Exception as error:
            name = getattr(hook, "__name__", "hook")
            return "The hook %s failed, so nothing was published: %s: %s" % (name, type(error).__name__, error)
        if reason:
            return str(reason)
    return None
