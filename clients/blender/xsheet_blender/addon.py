# SPDX-License-Identifier: GPL-3.0-or-later
"""What is registered with Blender: preferences, panel state, operators and the timer."""

from typing import Any, List, Tuple

import bpy
from bpy.props import (
    BoolProperty,
    CollectionProperty,
    EnumProperty,
    IntProperty,
    PointerProperty,
    StringProperty,
)

from . import cut_operators, naming, operators, overlay, panels
from . import session as sessions
from .session import session

Choice = Tuple[str, str, str]
# Blender does not keep references to enum item strings and reads them again later.
_choices: List[Choice] = []
_status_choices: List[Choice] = []


def _list_projects(_state: Any, _context: Any) -> List[Choice]:
    projects = {task.item.space.project.slug: task.item.space.project.name for task in session.tasks}
    _choices[:] = [("ALL", "All Projects", ""), *((slug, name, "") for slug, name in sorted(projects.items()))]
    return _choices


def _list_statuses(_state: Any, _context: Any) -> List[Choice]:
    _status_choices[:] = [("KEEP", "Keep Status", ""), *((name, name, "") for name in session.statuses)]
    return _status_choices


class XsheetPreferences(bpy.types.AddonPreferences):
    bl_idname = __package__

    host: StringProperty(name="Studio", description="Address of the studio’s host", default="")
    folder: StringProperty(name="Working Files", description="Folder that holds the projects’ folders", subtype="DIR_PATH")
    pattern: StringProperty(
        name="Naming Rule", default=naming.DEFAULT,
        description="Where the folder has no xsheet-naming.json: {project} {space} {collection} {item} {stage} {version:2}",
    )

    def draw(self, _context: Any) -> None:
        for name in ("host", "folder", "pattern"):
            self.layout.prop(self, name)


class XsheetTask(bpy.types.PropertyGroup):
    task_id: StringProperty()
    status: StringProperty()
    due: StringProperty()


class XsheetState(bpy.types.PropertyGroup):
    """The state of the window manager, which is not saved in .blend files."""

    project: EnumProperty(name="Project", items=_list_projects, update=lambda _state, _context: sessions.fill_list())
    tasks: CollectionProperty(type=XsheetTask)
    active: IntProperty(default=-1)
    time: StringProperty(name="Time", description="How long it took, such as 2h30m")
    comment: StringProperty(name="Comment")
    status: EnumProperty(name="Status", items=_list_statuses)
    percent: IntProperty(name="Size", subtype="PERCENTAGE", default=50, min=1, max=100)
    shows_drawings: BoolProperty(name="Show Drawings", default=True)
    collection: StringProperty(name="Collection", description="Only shots of this one, such as sq010; empty for all")
    stage: StringProperty(name="Films of", description="Stage whose newest films new strips show; empty for coloured strips")


@bpy.app.handlers.persistent
def _after_load(*_args: Any) -> None:
    session.notes = []
    sessions.fill_list()


_classes = (
    XsheetPreferences, XsheetTask, XsheetState, *operators.operators, *cut_operators.operators, *panels.panels,
)


def register() -> None:
    for each in _classes:
        bpy.utils.register_class(each)
    bpy.types.WindowManager.xsheet = PointerProperty(type=XsheetState)
    bpy.app.handlers.load_post.append(_after_load)
    bpy.app.timers.register(sessions.pump, persistent=True)
    sessions.open_session()
    if not bpy.app.background:
        overlay.add()


def unregister() -> None:
    if not bpy.app.background:
        overlay.remove()
    if bpy.app.timers.is_registered(sessions.pump):
        bpy.app.timers.unregister(sessions.pump)
    bpy.app.handlers.load_post.remove(_after_load)
    del bpy.types.WindowManager.xsheet
    for each in reversed(_classes):
        bpy.utils.unregister_class(each)
