# SPDX-License-Identifier: GPL-3.0-or-later
"""Reads and lays out the strips of the sequence editor. Blender 4.4 calls them strips, older versions sequences; 5.x
renames their positions.
"""

from typing import Any, Dict, List, Sequence, Tuple

import bpy

from .cut import Step, Strip

ITEM, OFFSET = "xsheet_item", "xsheet_offset"
_PICTURES = {"MOVIE", "IMAGE", "SCENE", "CLIP", "META", "COLOR"}
# Park strips out of the way while others are placed: Blender moves overlapping strips to another channel.
_AWAY = 200_000


def strips_of(editor: Any) -> Any:
    return editor.strips if hasattr(editor, "strips") else editor.sequences


def scene_of(context: Any) -> Any:
    """Returns the scene the sequencer shows: from 5.0 on the workspace's own, if it has one, else the window's."""
    return getattr(context, "sequencer_scene", None) or context.scene


def show(context: Any, scene: Any) -> None:
    """Makes the sequencer show the scene if it shows none yet, so that the layout is visible."""
    if hasattr(context, "sequencer_scene") and context.sequencer_scene is None:
        context.workspace.sequencer_scene = scene


# Property names in 5.x and before: visible start, duration, start trim, and start of the content.
_START, _LENGTH = ("left_handle", "frame_final_start"), ("duration", "frame_final_duration")
_CUT_OFF, _CONTENT = ("left_handle_offset", "frame_offset_start"), ("content_start", "frame_start")


def _name(strip: Any, names: Tuple[str, str]) -> str:
    return names[0] if hasattr(strip, names[0]) else names[1]


def _get(strip: Any, names: Tuple[str, str]) -> int:
    return int(getattr(strip, _name(strip, names)))


def _set(strip: Any, names: Tuple[str, str], value: int) -> None:
    setattr(strip, _name(strip, names), value)


def _move(strip: Any, frames: int) -> None:
    _set(strip, _CONTENT, _get(strip, _CONTENT) + frames)


def read(scene: Any) -> List[Strip]:
    """Returns the picture strips that are not muted."""
    if scene.sequence_editor is None:
        return []
    return [
        Strip(
            strip.name, _get(strip, _START), _get(strip, _LENGTH),
            int(strip.get(OFFSET, _get(strip, _CUT_OFF))), strip.channel, str(strip.get(ITEM, "")),
        )
        for strip in strips_of(scene.sequence_editor)
        if strip.type in _PICTURES and not strip.mute
    ]


def lay_out(scene: Any, steps: Sequence[Step], films: Dict[str, str]) -> None:
    """Makes the planned changes. A shot without a film becomes a coloured strip with its name."""
    editor = scene.sequence_editor or scene.sequence_editor_create()
    strips = strips_of(editor)
    present = [(strips[step.strip], strips[step.strip].channel) for step in steps if step.strip and step.strip in strips]
    for strip, _channel in sorted(present, key=lambda each: -_get(each[0], _START)):
        _move(strip, _AWAY)
    channels = {strip.name: channel for strip, channel in present}
    for step in steps:
        if step.strip and step.strip not in strips:
            continue
        strip = strips[step.strip] if step.strip else _new(strips, step, films.get(step.shot.id, ""))
        if strip.type == "COLOR":
            strip[OFFSET] = step.offset
        else:
            _set(strip, _CUT_OFF, step.offset)
        _set(strip, _LENGTH, step.length)
        _move(strip, step.start - _get(strip, _START))
        if step.strip:
            strip.channel = channels[step.strip]
        strip[ITEM] = step.shot.id


def _new(strips: Any, step: Step, film: str) -> Any:
    place = {"name": step.shot.name, "channel": 1, "frame_start": step.start + 2 * _AWAY}
    if film:
        return strips.new_movie(filepath=film, **place)
    length = {"length": step.length} if bpy.app.version >= (5, 0, 0) else {"frame_end": step.start + 2 * _AWAY + step.length}
    strip = strips.new_effect(type="COLOR", **place, **length)
    strip.color = (0.25, 0.3, 0.4)
    return strip
