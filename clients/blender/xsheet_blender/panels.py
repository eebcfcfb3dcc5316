# SPDX-License-Identifier: GPL-3.0-or-later
"""The sidebar's panels, which draw the session's state and call nothing."""

import textwrap
import time
from typing import Any, Dict, Tuple

import bpy

from . import naming
from . import session as sessions
from .desk import names_of
from .frames import count, range_note
from .notes import at_frame
from .operators import folder_of, preferences, rule_for
from .session import session


class Sidebar:
    bl_space_type, bl_region_type, bl_category = "VIEW_3D", "UI", "Xsheet"


class SignedIn(Sidebar):
    @classmethod
    def poll(cls, context: Any) -> bool:
        return session.desk is not None


#: Cache by everything a rule depends on: the time it was read, and the rule or its problem. Folders may be slow, and
#: panels are drawn often.
_rules: Dict[Tuple[str, ...], Tuple[float, str, bool]] = {}


def read_rule(context: Any, task: Any) -> Tuple[str, bool]:
    """Returns a task's naming rule, or why there is none; cached for ten seconds."""
    own = preferences(context)
    key = (own.folder, own.pattern, task.item.space.project.slug)
    if key not in _rules or time.monotonic() - _rules[key][0] > 10:
        try:
            rule = rule_for(context, task)
            naming.path_of(folder_of(context), rule, names_of(task), 1)
            _rules[key] = (time.monotonic(), "Rule: " + rule.replace("/", "/ "), True)
        except ValueError as error:
            _rules[key] = (time.monotonic(), str(error), False)
    return _rules[key][1:]


def say(layout: Any, text: str, icon: str = "NONE") -> None:
    """Draws a text over as many lines as the sidebar needs, because Blender's labels have one."""
    region = bpy.context.region
    pixels = region.width / bpy.context.preferences.system.ui_scale if region is not None else 300
    width = max(14, int((pixels - (70 if icon != "NONE" else 50)) / 7))
    for at, line in enumerate(textwrap.wrap(text, width)):
        layout.label(text=line, icon=icon if at == 0 else "BLANK1" if icon != "NONE" else "NONE")


class XSHEET_UL_tasks(bpy.types.UIList):
    # Blender checks the number of arguments.
    def draw_item(self, context: Any, layout: Any, data: Any, item: Any, icon: Any, active: Any, name: Any) -> None:
        row = layout.row()
        row.label(text=item.name.split("/", 2)[-1])
        row.label(text=item.status)
        row.label(text=item.due)


class XSHEET_PT_studio(Sidebar, bpy.types.Panel):
    bl_label = "Xsheet"

    def draw(self, context: Any) -> None:
        layout = self.layout
        if session.jobs.is_busy:
            say(layout, session.jobs.says, "TIME")
        if session.problem:
            say(layout, session.problem, "ERROR")
        elif session.message:
            say(layout, session.message, "INFO")
        if session.desk is not None:
            row = layout.row()
            row.label(text=session.who or "Signed in", icon="USER")
            row.operator("xsheet.sign_out", text="", icon="X")
            return
        layout.prop(preferences(context), "host", text="")
        if session.code:
            layout.label(text="Type this code in the browser:")
            box = layout.box()
            box.scale_y = 1.5
            box.label(text=session.code)
            say(layout, session.address)
            layout.operator("xsheet.open_address", icon="URL")
        layout.operator("xsheet.sign_in", text="Start Over" if session.code else "Log In")


class XSHEET_PT_tasks(SignedIn, bpy.types.Panel):
    bl_label = "My Tasks"

    def draw(self, context: Any) -> None:
        layout, state = self.layout, context.window_manager.xsheet
        row = layout.row()
        row.prop(state, "project", text="")
        row.operator("xsheet.refresh", text="", icon="FILE_REFRESH")
        if not state.tasks:
            layout.label(text="No tasks here." if session.who else "Refresh to read your tasks.")
        layout.template_list("XSHEET_UL_tasks", "", state, "tasks", state, "active", rows=5)
        task = sessions.chosen_task()
        if task is not None:
            layout.operator("xsheet.open_file", icon="FILE_FOLDER")
            layout.operator("xsheet.use_task", icon="LINKED")
            layout.operator("xsheet.open_task", icon="URL")
            self.draw_place(context, layout, task)
        layout.operator("xsheet.save_file", icon="FILE_TICK")

    def draw_place(self, context: Any, layout: Any, task: Any) -> None:
        text, is_right = read_rule(context, task)
        say(layout, text, "NONE" if is_right else "ERROR")


class XSHEET_PT_publish(SignedIn, bpy.types.Panel):
    bl_label = "Publish"

    def draw(self, context: Any) -> None:
        layout, state, scene = self.layout, context.window_manager.xsheet, context.scene
        task = sessions.scene_task()
        if task is None:
            say(layout, "This file is none of your open tasks’ work yet.")
            return
        say(layout, task.path)
        say(layout, "Frames %d-%d" % (scene.frame_start, scene.frame_end))
        differs = range_note(scene.frame_start, scene.frame_end, task.item.frame_in, task.item.frame_out)
        if differs:
            say(layout, differs, "ERROR")
        for name in ("time", "comment", "status", "percent"):
            layout.prop(state, name)
        layout.operator("xsheet.publish", icon="RENDER_ANIMATION")


class XSHEET_PT_notes(SignedIn, bpy.types.Panel):
    bl_label = "Notes"

    def draw(self, context: Any) -> None:
        layout, frame = self.layout, context.scene.frame_current
        row = layout.row()
        row.operator("xsheet.read_notes", icon="FILE_REFRESH")
        row.prop(context.window_manager.xsheet, "shows_drawings", text="", icon="GREASEPENCIL")
        here = at_frame(session.notes, frame)
        layout.label(text="Frame %d: %s" % (frame, count(len(here), "note") if here else "no notes"))
        for note in here:
            box = layout.box()
            box.label(text=note.author)
            say(box, note.text or "A drawing")
        column = layout.column(align=True)
        for note in session.notes:
            if note not in here:
                text = "%d  %s" % (note.frame, (note.text.splitlines() or ["Drawing"])[0])
                column.operator("xsheet.go_to", text=text, emboss=False).frame = note.frame


class XSHEET_PT_cut(SignedIn, bpy.types.Panel):
    bl_label, bl_space_type = "Cut", "SEQUENCE_EDITOR"

    def draw(self, context: Any) -> None:
        layout, state = self.layout, context.window_manager.xsheet
        for name in ("project", "collection", "stage"):
            layout.prop(state, name)
        if session.problem:
            say(layout, session.problem, "ERROR")
        elif session.jobs.is_busy or session.message:
            say(layout, session.jobs.says if session.jobs.is_busy else session.message, "INFO")
        layout.operator("xsheet.plan_cut")
        layout.operator("xsheet.plan_strips")
        if session.cut is not None:
            for each in session.cut[0]:
                was = "%s-%s" % (each.shot.frame_in, each.shot.frame_out) if each.shot.frame_in is not None else "none"
                say(layout, "%s: %s → %d-%d" % (each.shot.name, was, each.frame_in, each.frame_out))
            self.draw_left(session.cut[1])
            layout.operator("xsheet.apply_cut")
        if session.strips is not None:
            for step in session.strips[0]:
                say(layout, step.says)
            self.draw_left(session.strips[1])
            layout.operator("xsheet.apply_strips")
        layout.operator("xsheet.undo_cut")
        layout.operator("xsheet.export_edl")

    def draw_left(self, left: Any) -> None:
        for name, why in left:
            say(self.layout, "%s: left alone, %s" % (name, why), "ERROR")


panels = (
    XSHEET_UL_tasks, XSHEET_PT_studio, XSHEET_PT_tasks, XSHEET_PT_publish, XSHEET_PT_notes, XSHEET_PT_cut,
)
