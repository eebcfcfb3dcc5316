# SPDX-License-Identifier: GPL-3.0-or-later
"""Xsheet in Blender: my tasks, working files, playblasts, notes at their frames, the cut."""

from .hooks import before_publish

bl_info = {
    "name": "Xsheet",
    "author": "Xsheet",
    "description": "Tasks, working files, playblasts, notes and the cut of an Xsheet studio",
    "version": (0, 1, 0),
    "blender": (3, 4, 0),
    "location": "3D Viewport and Sequencer > Sidebar > Xsheet",
    "category": "Pipeline",
}

__all__ = ["before_publish", "register", "unregister"]


# Blender's module is imported only here, so that everything else can be tested without it.


def register() -> None:
    from . import addon

    addon.register()


def unregister() -> None:
    from . import addon

    addon.unregister()
