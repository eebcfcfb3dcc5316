# SPDX-License-Identifier: GPL-3.0-or-later
"""What a person does, step by step, in a Blender without a window: `blender -b --python in_blender.py -- step file.json`."""

import json
import os
import stat
import sys
from typing import Any, Callable, Dict

import bpy

STEPS: Dict[str, Callable[[Any, Any], Any]] = {}


def step(function: Callable[[Any, Any], Any]) -> Callable[[Any, Any], Any]:
    STEPS[function.__name__] = function
    return function


def state() -> Any:
    return bpy.context.window_manager.xsheet


def refusal(operator: Any) -> str:
    try:
        operator()
    except RuntimeError as error:
        return str(error).strip()
    return ""


def choose(sessions: Any, path: str) -> None:
    bpy.ops.xsheet.refresh()
    sessions.wait()
    state().active = next(at for at, entry in enumerate(state().tasks) if entry.name == path)


@step
def sign_in(sessions: Any, asked: Any) -> Any:
    bpy.ops.xsheet.sign_in()
    while not sessions.session.code and not sessions.session.problem:
        sessions.session.jobs.pump()
    print("CODE %s %s" % (sessions.session.code, sessions.session.address), flush=True)
    sessions.wait()
    sessions.wait()
    from xsheet_blender import tokens

    kept = tokens.path(dict(os.environ))
    return {
        "who": sessions.session.who, "tasks": [[each.name, each.status] for each in state().tasks],
        "kept": kept, "mode": oct(stat.S_IMODE(os.stat(kept).st_mode)),
    }


@step
def publish(sessions: Any, asked: Any) -> Any:
    import xsheet_blender

    scene = bpy.context.scene
    scene.frame_start, scene.frame_end = 1001, 1024
    scene.render.resolution_x, scene.render.resolution_y = 128, 72
    scene.timeline_markers.new("mine", frame=1005)
    unknown = refusal(bpy.ops.xsheet.publish)
    choose(sessions, asked["path"])
    bpy.ops.xsheet.save_file()
    first = bpy.data.filepath
    bpy.ops.xsheet.save_file()
    timeless = refusal(bpy.ops.xsheet.publish)
    state().time, state().comment, state().percent = "1h30m", "blocking", 50
    xsheet_blender.before_publish.append(lambda task, files: "The camera has no name." if not files else None)
    hooked = refusal(bpy.ops.xsheet.publish)
    xsheet_blender.before_publish.clear()
    bpy.ops.xsheet.publish()
    sessions.wait()
    return {
        "refused": [unknown, timeless, hooked], "first": first, "file": bpy.data.filepath, "message": sessions.session.message,
        "comment": state().comment, "engine": scene.render.engine, "size": scene.render.resolution_x,
    }


@step
def read_notes(sessions: Any, asked: Any) -> Any:
    choose(sessions, asked["path"])
    bpy.ops.xsheet.open_file()
    bpy.ops.xsheet.read_notes()
    sessions.wait()
    bpy.ops.xsheet.read_notes()
    sessions.wait()
    scene = bpy.context.scene
    return {
        "file": bpy.data.filepath, "markers": sorted([each.frame, each.name] for each in scene.timeline_markers),
        "notes": [[note.frame, note.author, note.text, len(note.shapes)] for note in sessions.session.notes],
    }


@step
def cut(sessions: Any, asked: Any) -> Any:
    from xsheet_blender import sequencer

    scene = bpy.context.scene
    scene.frame_start = 1
    choose(sessions, asked["path"])
    state().project = asked["project"]
    strips = scene.sequence_editor_create().sequences
    strips.new_effect(name="sh010_v02", type="COLOR", channel=1, frame_start=1, frame_end=49)
    strips.new_effect(name="logo", type="COLOR", channel=1, frame_start=49, frame_end=60)
    bpy.ops.xsheet.plan_cut()
    sessions.wait()
    planned = [[each.shot.name, each.frame_in, each.frame_out] for each in sessions.session.cut[0]]
    left = [list(each) for each in sessions.session.cut[1]]
    bpy.ops.xsheet.apply_cut()
    sessions.wait()
    applied = sessions.session.message
    bpy.ops.xsheet.undo_cut()
    sessions.wait()
    undone = sessions.session.message
    bpy.ops.xsheet.plan_cut()
    sessions.wait()
    bpy.ops.xsheet.apply_cut()
    sessions.wait()
    return {
        "planned": planned, "left": left, "applied": applied, "undone": undone, "strips": [each.name for each in sequencer.read(scene)],
    }


@step
def strips(sessions: Any, asked: Any) -> Any:
    from xsheet_blender import sequencer

    scene = bpy.context.scene
    scene.frame_start = 1
    choose(sessions, asked["path"])
    state().project, state().stage = asked["project"], asked["stage"]
    editor = scene.sequence_editor_create()
    # It lies where another shot is going to.
    editor.sequences.new_effect(name="sh020", type="COLOR", channel=1, frame_start=10, frame_end=14)
    bpy.ops.xsheet.plan_strips()
    sessions.wait()
    says = [each.says for each in sessions.session.strips[0]]
    bpy.ops.xsheet.apply_strips()
    read = sorted([each.start, each.name, each.length, each.offset, each.channel] for each in sequencer.read(scene))
    bpy.ops.xsheet.plan_strips()
    sessions.wait()
    return {"says": says, "read": read, "kinds": sorted(each.type for each in editor.sequences), "again": len(sessions.session.strips[0])}


def main() -> None:
    name, place = sys.argv[sys.argv.index("--") + 1:]
    with open(place, encoding="utf-8") as file:
        asked = json.load(file)
    bpy.ops.preferences.addon_enable(module="xsheet_blender")
    own = bpy.context.preferences.addons["xsheet_blender"].preferences
    own.host, own.folder = asked["host"], asked["folder"]
    from xsheet_blender import session as sessions

    print("ANSWER " + json.dumps(STEPS[name](sessions, asked)), flush=True)


main()
