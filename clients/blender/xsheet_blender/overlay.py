# SPDX-License-Identifier: GPL-3.0-or-later
"""Draws the current frame's drawings over the camera's picture in the viewport."""

from typing import Any, Optional, Tuple

import bpy

from .notes import at_frame, to_marks
from .session import session

_handle: Any = None
#: Left, bottom, width and height of the camera's picture, in pixels of the region.
Box = Tuple[float, float, float, float]


def add() -> None:
    global _handle
    _handle = bpy.types.SpaceView3D.draw_handler_add(_draw, (), "WINDOW", "POST_PIXEL")


def remove() -> None:
    bpy.types.SpaceView3D.draw_handler_remove(_handle, "WINDOW")


def _find_box(context: Any) -> Optional[Box]:
    from bpy_extras.view3d_utils import location_3d_to_region_2d

    view, camera = context.region_data, context.scene.camera
    if view is None or view.view_perspective != "CAMERA" or camera is None or camera.type != "CAMERA":
        return None
    corners = [camera.matrix_world @ corner for corner in camera.data.view_frame(scene=context.scene)]
    points = [location_3d_to_region_2d(context.region, view, corner) for corner in corners]
    if any(point is None for point in points):
        return None
    left, bottom = min(point.x for point in points), min(point.y for point in points)
    return left, bottom, max(point.x for point in points) - left, max(point.y for point in points) - bottom


def _draw() -> None:
    context = bpy.context
    if not context.window_manager.xsheet.shows_drawings:
        return
    shapes = [shape for note in at_frame(session.notes, context.scene.frame_current) for shape in note.shapes]
    box = _find_box(context) if shapes else None
    if box is None:
        return
    import blf
    import gpu
    from gpu_extras.batch import batch_for_shader

    left, bottom, width, height = box
    is_new = bpy.app.version >= (4, 0, 0)
    shader = gpu.shader.from_builtin("UNIFORM_COLOR" if is_new else "2D_UNIFORM_COLOR")

    def place(point: Tuple[float, float]) -> Tuple[float, ...]:
        at = (left + point[0] * width, bottom + point[1] * height)
        return (*at, 0.0) if is_new else at

    gpu.state.blend_set("ALPHA")
    gpu.state.line_width_set(3.0)
    for mark in to_marks(shapes):
        if mark.lines:
            batch = batch_for_shader(shader, "LINES", {"pos": [place(end) for line in mark.lines for end in line]})
            shader.bind()
            shader.uniform_float("color", mark.color)
            batch.draw(shader)
        for x, y, text in mark.words:
            blf.color(0, *mark.color)
            blf.size(0, 18) if is_new else blf.size(0, 18, 72)
            blf.position(0, left + x * width, bottom + y * height, 0)
            blf.draw(0, text)
    gpu.state.line_width_set(1.0)
    gpu.state.blend_set("NONE")
