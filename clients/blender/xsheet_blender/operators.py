# SPDX-License-Identifier: GPL-3.0-or-later
"""The operators behind the buttons. Each is thin: it reads the panel, calls the session and shows the result; a refusal
is one sentence.
"""

import os
import tempfile
import webbrowser
from typing import Any, Optional, Set

import bpy

from . import frames, hooks, markers, naming, playblast
from . import session as sessions
from .desk import explain, names_of
from .session import TASK, session
from .tokens import read_host
from .xsheet import Task

Answer = Set[str]


def preferences(context: Any) -> Any:
    return context.preferences.addons[__package__].preferences


def rate_of(scene: Any) -> str:
    return frames.rate_of(scene.render.fps, scene.render.fps_base)


class Thin:
    """Runs `act` and reports refusals as Blender does: in the status bar, or as an exception without a window."""

    def execute(self, context: Any) -> Answer:
        try:
            self.act(context)
        except (ValueError, OSError) as error:
            self.report({"ERROR"}, explain(error))
            return {"CANCELLED"}
        return {"FINISHED"}


class XSHEET_OT_sign_in(Thin, bpy.types.Operator):
    """Ask the studio for a code and open the browser to approve it"""

    bl_idname, bl_label = "xsheet.sign_in", "Log In"

    def act(self, context: Any) -> None:
        sessions.begin_sign_in(read_host(preferences(context).host))


class XSHEET_OT_sign_out(Thin, bpy.types.Operator):
    """Forget the sign-in on this machine"""

    bl_idname, bl_label = "xsheet.sign_out", "Sign Out"

    def act(self, context: Any) -> None:
        sessions.sign_out()
        sessions.fill_list()


class XSHEET_OT_open_address(Thin, bpy.types.Operator):
    """Open the page where the code is approved"""

    bl_idname, bl_label = "xsheet.open_address", "Open Browser"

    def act(self, context: Any) -> None:
        webbrowser.open(session.address)


class XSHEET_OT_refresh(Thin, bpy.types.Operator):
    """Reload your tasks"""

    bl_idname, bl_label = "xsheet.refresh", "Refresh"

    def act(self, context: Any) -> None:
        sessions.refresh_tasks()


def rule_for(context: Any, task: Task) -> str:
    own = preferences(context)
    return naming.rule_of(folder_of(context), task.item.space.project.slug, own.pattern)


def folder_of(context: Any) -> str:
    folder = preferences(context).folder
    return bpy.path.abspath(folder) if folder else ""


def need(task: Optional[Task], otherwise: str) -> Task:
    if task is None:
        raise ValueError(otherwise)
    return task


CHOOSE = "Choose one of your tasks in the list first."
UNKNOWN = "This file is no task's yet: choose a task and save its next version."


class XSHEET_OT_open_file(Thin, bpy.types.Operator):
    """Open the newest working file of the chosen task"""

    bl_idname, bl_label = "xsheet.open_file", "Open Newest"

    def act(self, context: Any) -> None:
        task = need(sessions.chosen_task(), CHOOSE)
        files = naming.versions(folder_of(context), rule_for(context, task), names_of(task))
        if not files:
            raise ValueError("%s has no working file yet: Save Next Version makes v1." % task.path)
        if bpy.data.is_dirty and not bpy.app.background:
            raise ValueError("The open file has changes that are not saved: save it, then open the other one.")
        bpy.ops.wm.open_mainfile(filepath=files[0].path)


class XSHEET_OT_save_file(Thin, bpy.types.Operator):
    """Save the open file as the next version of its task, or of the chosen one where it has none"""

    bl_idname, bl_label = "xsheet.save_file", "Save Next Version"

    def act(self, context: Any) -> None:
        task = need(sessions.scene_task() or sessions.chosen_task(), CHOOSE)
        file = naming.next_path(folder_of(context), rule_for(context, task), names_of(task))
        os.makedirs(os.path.dirname(file.path), exist_ok=True)
        context.scene[TASK] = task.id
        bpy.ops.wm.save_as_mainfile(filepath=file.path)
        session.message = "Saved %s" % os.path.basename(file.path)


class XSHEET_OT_use_task(Thin, bpy.types.Operator):
    """Make the open file the chosen task's, without saving it"""

    bl_idname, bl_label, bl_options = "xsheet.use_task", "This File Is Its Work", {"REGISTER", "UNDO"}

    def act(self, context: Any) -> None:
        context.scene[TASK] = need(sessions.chosen_task(), CHOOSE).id
        session.notes = []


class XSHEET_OT_open_task(Thin, bpy.types.Operator):
    """Show the chosen task in the browser"""

    bl_idname, bl_label = "xsheet.open_task", "Show in Browser"

    def act(self, context: Any) -> None:
        task = need(sessions.chosen_task(), CHOOSE)
        session.ask("Opening the browser…", lambda desk: desk.link(task), lambda address: void(webbrowser.open(address)))


def void(_answer: Any) -> None:
    return None


class XSHEET_OT_publish(Thin, bpy.types.Operator):
    """Make a playblast of the scene's frames and post it as a revision of the file's task"""

    bl_idname, bl_label = "xsheet.publish", "Publish Playblast"

    def act(self, context: Any) -> None:
        task, scene, state = need(sessions.scene_task(), UNKNOWN), context.scene, context.window_manager.xsheet
        if not state.time.strip():
            raise ValueError("How long did it take? Write it like 2h30m.")
        if session.jobs.is_busy:
            raise ValueError("Wait for what is under way: %s" % session.jobs.says)
        self.refuse(task, [])
        film = playblast.make(scene, naming.film_path(bpy.data.filepath, names_of(task), tempfile.gettempdir()), state.percent)
        self.refuse(task, [film.path])
        status = state.status if state.status not in ("", "KEEP") else None
        time, comment = state.time, state.comment

        def done(answer: Any) -> None:
            revision, missing = answer
            session.message = missing or "Published v%d, frames %d-%d" % (revision.version, scene_frames[0], scene_frames[1])
            # Clear the input only once it has been posted.
            if state.comment == comment:
                state.comment = ""

        scene_frames = (scene.frame_start, scene.frame_end)
        session.ask("Publishing…", lambda desk: desk.publish(task, film, time=time, comment=comment, status=status), done)

    def refuse(self, task: Task, files: Any) -> None:
        reason = hooks.find_refusal(task, files)
        if reason:
            session.problem = reason
            raise ValueError(reason)


class XSHEET_OT_read_notes(Thin, bpy.types.Operator):
    """Show the notes of the file's task as markers and beside the frames they speak of"""

    bl_idname, bl_label = "xsheet.read_notes", "Read Notes"

    def act(self, context: Any) -> None:
        task, scene = need(sessions.scene_task(), UNKNOWN), context.scene.name
        rate = rate_of(context.scene)

        def done(notes: Any) -> None:
            session.notes = notes
            there = bpy.data.scenes.get(scene)
            if there is not None and there.get(TASK) == task.id:
                markers.show(there, notes)
            session.message = "%s at frames" % frames.count(len(notes), "note")

        session.ask("Reading notes…", lambda desk: desk.notes(task, rate), done)


class XSHEET_OT_go_to(Thin, bpy.types.Operator):
    """Go to the frame of a note"""

    bl_idname, bl_label = "xsheet.go_to", "Go to Frame"
    frame: bpy.props.IntProperty()

    def act(self, context: Any) -> None:
        context.scene.frame_set(self.frame)


operators = (
    XSHEET_OT_sign_in, XSHEET_OT_sign_out, XSHEET_OT_open_address, XSHEET_OT_refresh, XSHEET_OT_open_file,
    XSHEET_OT_save_file, XSHEET_OT_use_task, XSHEET_OT_open_task, XSHEET_OT_publish, XSHEET_OT_read_notes, XSHEET_OT_go_to,
)
