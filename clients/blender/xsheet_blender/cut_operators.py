# SPDX-License-Identifier: GPL-3.0-or-later
"""Cut operators for both directions: a plan shows the changes in the sequencer's sidebar, then applying makes them."""

import os
from typing import Any

import bpy
from bpy_extras.io_utils import ExportHelper

from . import cut, sequencer
from .frames import count
from .operators import Thin, folder_of, rate_of
from .session import session


def project_of(context: Any) -> str:
    project = context.window_manager.xsheet.project
    if project in ("", "ALL"):
        raise ValueError("Choose a project above your tasks first: a cut is one project's.")
    return str(project)


class XSHEET_OT_plan_cut(Thin, bpy.types.Operator):
    """Compare the strips with the frame ranges of the project's shots; changes nothing"""

    bl_idname, bl_label = "xsheet.plan_cut", "Strips → Cut: Plan"

    def act(self, context: Any) -> None:
        project, collection = project_of(context), context.window_manager.xsheet.collection
        scene = sequencer.scene_of(context)
        strips, rate = sequencer.read(scene), rate_of(scene)
        if not strips:
            raise ValueError("There are no picture strips in the sequencer.")

        def done(shots: Any) -> None:
            session.strips, session.cut = None, cut.to_cut(strips, shots, rate)
            session.message = "%s would change" % count(len(session.cut[0]), "shot")

        session.cut = None
        session.ask("Comparing with the cut…", lambda desk: desk.shots(project, collection), done)


class XSHEET_OT_apply_cut(Thin, bpy.types.Operator):
    """Write the frame ranges that are shown"""

    bl_idname, bl_label = "xsheet.apply_cut", "Apply to the Cut"

    def act(self, context: Any) -> None:
        if not session.cut or not session.cut[0]:
            raise ValueError("There is nothing to apply: plan it first.")
        changes = session.cut[0]

        def done(answer: Any) -> None:
            changed, skipped = answer
            kept = "; left alone, somebody has changed them since: %s" % ", ".join(skipped) if skipped else ""
            session.message, session.cut = "%s changed%s" % (count(changed, "shot"), kept), None

        session.ask("Changing the cut…", lambda desk: desk.apply_cut(changes), done)


class XSHEET_OT_undo_cut(Thin, bpy.types.Operator):
    """Take back what was applied last, but for what somebody has changed since"""

    bl_idname, bl_label = "xsheet.undo_cut", "Undo"

    def act(self, context: Any) -> None:
        def done(taken: int) -> None:
            session.message = "%s undone" % count(taken, "shot")

        session.ask("Taking it back…", lambda desk: desk.undo_cut(), done)


class XSHEET_OT_plan_strips(Thin, bpy.types.Operator):
    """Say what it takes for the sequencer to show the cut, and fetch the newest films; changes nothing"""

    bl_idname, bl_label = "xsheet.plan_strips", "Cut → Strips: Plan"

    def act(self, context: Any) -> None:
        state, scene = context.window_manager.xsheet, sequencer.scene_of(context)
        project, collection, stage = project_of(context), state.collection, state.stage.strip()
        folder = folder_of(context)
        if stage and not folder:
            raise ValueError("Choose the folder of working files in the add-on's preferences: films are kept there.")
        strips, begin = sequencer.read(scene), scene.frame_start
        place = os.path.join(folder, "xsheet-films")

        def work(desk: Any) -> Any:
            shots = desk.shots(project, collection)
            steps, left = cut.to_strips(shots, strips, begin)
            new = [step.shot for step in steps if not step.strip]
            return steps, left, desk.films(new, stage, place) if stage else {}

        def done(answer: Any) -> None:
            session.cut, session.strips = None, answer
            session.message = "%s would change" % count(len(answer[0]), "strip")

        session.strips = None
        session.ask("Reading the cut…", work, done)


class XSHEET_OT_apply_strips(Thin, bpy.types.Operator):
    """Add, move and trim the strips that are shown; nothing is removed"""

    bl_idname, bl_label, bl_options = "xsheet.apply_strips", "Apply to the Strips", {"REGISTER", "UNDO"}

    def act(self, context: Any) -> None:
        if not session.strips or not session.strips[0]:
            raise ValueError("There is nothing to apply: plan it first.")
        steps, _left, films = session.strips
        scene = sequencer.scene_of(context)
        sequencer.lay_out(scene, steps, films)
        sequencer.show(context, scene)
        session.message, session.strips = "%s changed" % count(len(steps), "strip"), None


class XSHEET_OT_export_edl(bpy.types.Operator, ExportHelper):
    """Write the strips as an EDL, which studio-cli import plan and review create --cut read"""

    bl_idname, bl_label = "xsheet.export_edl", "Export EDL"
    filename_ext = ".edl"

    def execute(self, context: Any) -> Any:
        scene = sequencer.scene_of(context)
        strips = sequencer.read(scene)
        if not strips:
            self.report({"ERROR"}, "There are no picture strips in the sequencer.")
            return {"CANCELLED"}
        text = cut.to_edl(scene.name, strips, [], rate_of(scene), scene.frame_start)
        with open(self.filepath, "w", encoding="utf-8") as file:
            file.write(text)
        return {"FINISHED"}


operators = (
    XSHEET_OT_plan_cut, XSHEET_OT_apply_cut, XSHEET_OT_undo_cut, XSHEET_OT_plan_strips, XSHEET_OT_apply_strips,
    XSHEET_OT_export_edl,
)
