# SPDX-License-Identifier: GPL-3.0-or-later
"""A person's steps in a Blender without a window: `blender -b --python in_blender.py -- step file.json`."""

import json
import os
import shutil
import stat
import sys
import traceback
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


def add_colour(editor: Any, name: str, start: int, length: int) -> None:
    """Adds a colour strip as a person does: Blender 4.4 calls sequences strips, 5.0 takes a length instead of an end.
    """
    strips = editor.strips if hasattr(editor, "strips") else editor.sequences
    size = {"length": length} if bpy.app.version >= (5, 0, 0) else {"frame_end": start + length}
    strips.new_effect(name=name, type="COLOR", channel=1, frame_start=start, **size)


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
    engine = scene.render.engine
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
        "comment": state().comment, "is_engine_kept": scene.render.engine == engine, "size": scene.render.resolution_x,
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


def edit_scene() -> Any:
    """Returns the scene the sequencer shows: from 5.0 on the workspace's own, which need not be the window's."""
    scene = bpy.context.scene
    if bpy.app.version >= (5, 0, 0):
        scene = bpy.data.scenes.new("Edit")
        bpy.context.workspace.sequencer_scene = scene
    return scene


def is_edited(scene: Any) -> bool:
    return bpy.app.version < (5, 0, 0) or bpy.context.workspace.sequencer_scene == scene


@step
def cut(sessions: Any, asked: Any) -> Any:
    from xsheet_blender import sequencer

    scene = edit_scene()
    scene.frame_start = 1
    choose(sessions, asked["path"])
    state().project = asked["project"]
    add_colour(scene.sequence_editor_create(), "sh010_v02", 1, 48)
    add_colour(scene.sequence_editor, "logo", 49, 11)
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
    # It is where another shot is to go.
    add_colour(editor, "sh020", 10, 4)
    bpy.ops.xsheet.plan_strips()
    sessions.wait()
    says = [each.says for each in sessions.session.strips[0]]
    bpy.ops.xsheet.apply_strips()
    read = sorted([each.start, each.name, each.length, each.offset, each.channel] for each in sequencer.read(scene))
    bpy.ops.xsheet.plan_strips()
    sessions.wait()
    return {
        "says": says, "read": read, "kinds": sorted(each.type for each in sequencer.strips_of(editor)),
        "again": len(sessions.session.strips[0]), "is_shown": is_edited(scene),
    }


def in_area(kind: str, act: Callable[[Any], Any]) -> Any:
    """Acts as if the pointer were over that editor."""
    window = bpy.context.window_manager.windows[0]
    area = next(each for each in window.screen.areas if each.type == kind)
    region = next(each for each in area.regions if each.type == "WINDOW")
    with bpy.context.temp_override(window=window, screen=window.screen, area=area, region=region):
        return act(area)


def take_picture(asked: Any, name: str) -> str:
    """Copies the screen, which Xvfb keeps in a file (XWD), because Blender itself cannot capture it everywhere."""
    return shutil.copy(asked["screen"], os.path.join(asked["pictures"], name + ".xwd"))


def show_sidebar(area: Any) -> None:
    area.spaces.active.show_region_ui = True


def show_panels(area: Any) -> None:
    region = next(each for each in area.regions if each.type == "UI")
    # Older versions show the first tab, whose name the panels are given below.
    if hasattr(region, "active_panel_category"):
        region.active_panel_category = "Xsheet"


def look_through_camera(area: Any) -> None:
    area.spaces.active.region_3d.view_perspective = "CAMERA"


def show_sequencer(area: Any) -> None:
    area.type = "SEQUENCE_EDITOR"


@step
def work_in_window(sessions: Any, asked: Any) -> Any:
    """Publishes the viewport and shows drawings and panels. Blender draws whenever this generator yields."""
    choose(sessions, asked["path"])
    bpy.ops.xsheet.open_file()
    scene = bpy.context.scene
    scene.render.resolution_x, scene.render.resolution_y = 640, 360
    in_area("VIEW_3D", look_through_camera)
    in_area("VIEW_3D", show_sidebar)
    yield
    in_area("VIEW_3D", show_panels)
    bpy.ops.xsheet.save_file()
    state().time, state().percent = "20m", 50
    in_area("VIEW_3D", lambda _area: bpy.ops.xsheet.publish())
    sessions.wait()
    message = sessions.session.message
    bpy.ops.xsheet.read_notes()
    sessions.wait()
    pictures = {}
    for frame in (1013, 1020):
        scene.frame_set(frame)
        yield
        pictures[str(frame)] = take_picture(asked, "frame-%d" % frame)
    state().project = asked["project"]
    scene = edit_scene()
    add_colour(scene.sequence_editor_create(), "sh010_v02", 1, 48)
    in_area("VIEW_3D", show_sequencer)
    yield
    in_area("SEQUENCE_EDITOR", show_sidebar)
    yield
    in_area("SEQUENCE_EDITOR", show_panels)
    bpy.ops.xsheet.plan_cut()
    sessions.wait()
    yield
    pictures["cut"] = take_picture(asked, "cut")
    return {
        "message": message, "notes": len(sessions.session.notes), "pictures": pictures,
        "cut": [each.shot.name for each in sessions.session.cut[0]],
    }


def main() -> None:
    name, place = sys.argv[sys.argv.index("--") + 1:]
    with open(place, encoding="utf-8") as file:
        asked = json.load(file)
    if "active_panel_category" not in bpy.types.Region.bl_rna.properties and not bpy.app.background:
        from xsheet_blender import panels

        panels.Sidebar.bl_category, panels.XSHEET_PT_cut.bl_category = "Item", "Tool"
    bpy.ops.preferences.addon_enable(module="xsheet_blender")
    own = bpy.context.preferences.addons["xsheet_blender"].preferences
    own.host, own.folder = asked["host"], asked["folder"]
    from xsheet_blender import session as sessions

    def answer(value: Any) -> None:
        print("ANSWER " + json.dumps(value), flush=True)

    if bpy.app.background:
        answer(STEPS[name](sessions, asked))
        return
    work = STEPS[name](sessions, asked)

    def go_on() -> float:
        try:
            next(work)
            return 1.0
        except StopIteration as end:
            answer(end.value)
        except BaseException:
            traceback.print_exc()
        sys.stderr.flush()
        os._exit(0)

    bpy.app.timers.register(go_on, first_interval=1.0, persistent=True)


main()
