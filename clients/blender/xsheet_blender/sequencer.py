# SPDX-License-Identifier: GPL-3.0-or-later
"""The strips of the sequence editor, read and laid out. Blender 4.4 calls them strips, older ones sequences."""

from typing import Any, Dict, List, Sequence

import bpy

from .cut import Step, Strip

ITEM, OFFSET = "xsheet_item", "xsheet_offset"
_PICTURES = {"MOVIE", "IMAGE", "SCENE", "CLIP", "META", "COLOR"}
# Out of the way while others take their places: where two overlap, Blender moves one to another channel.
_AWAY = 200_000


def _all(editor: Any) -> Any:
    return editor.strips if hasattr(editor, "strips") else editor.sequences


def read(scene: Any) -> List[Strip]:
    """Picture strips that are not muted."""
    if scene.sequence_editor is None:
        return []
    return [
        Strip(
            strip.name, int(strip.frame_final_start), int(strip.frame_final_duration),
            int(strip.get(OFFSET, strip.frame_offset_start)), strip.channel, str(strip.get(ITEM, "")),
        )
        for strip in _all(scene.sequence_editor)
        if strip.type in _PICTURES and not strip.mute
    ]


def lay_out(scene: Any, steps: Sequence[Step], films: Dict[str, str]) -> None:
    """Makes the changes that were shown. A shot without a film becomes a coloured strip of its name."""
    editor = scene.sequence_editor or scene.sequence_editor_create()
    strips = _all(editor)
    present = [(strips[step.strip], strips[step.strip].channel) for step in steps if step.strip and step.strip in strips]
    for strip, _channel in sorted(present, key=lambda each: -each[0].frame_final_start):
        strip.frame_start += _AWAY
    channels = {strip.name: channel for strip, channel in present}
    for step in steps:
        if step.strip and step.strip not in strips:
            continue
        strip = strips[step.strip] if step.strip else _new(strips, step, films.get(step.shot.id, ""))
        if strip.type == "COLOR":
            strip[OFFSET] = step.offset
        else:
            strip.frame_offset_start = step.offset
        strip.frame_final_duration = step.length
        strip.frame_start += step.start - strip.frame_final_start
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
