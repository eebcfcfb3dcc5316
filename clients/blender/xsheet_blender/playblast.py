# SPDX-License-Identifier: GPL-3.0-or-later
"""Renders the scene's frames to a film with Blender's own FFmpeg, with a poster, and restores every setting."""

import contextlib
import os
from typing import Any, Iterator, List, Tuple

import addon_utils
import bpy

from . import frames
from .desk import Film


class PlayblastError(ValueError):
    """Describes in one sentence why there is no film."""


@contextlib.contextmanager
def kept(*values: Tuple[Any, str]) -> Iterator[None]:
    """Restores settings in the given order, whatever happens meanwhile."""
    before = [(owner, name, getattr(owner, name)) for owner, name in values if hasattr(owner, name)]
    try:
        yield
    finally:
        for owner, name, value in before:
            # A format Blender no longer knows, for example from a removed engine, is not worth losing the film for.
            with contextlib.suppress(TypeError):
                setattr(owner, name, value)


def make(scene: Any, path: str, percent: int) -> Film:
    """Renders with OpenGL as the viewport shows it, or without a window, where there is no OpenGL, with Cycles at one
    sample.
    """
    problem = frames.check_range(scene.frame_start, scene.frame_end, scene.frame_step)
    if problem:
        raise PlayblastError(problem)
    if bpy.app.background and scene.camera is None:
        raise PlayblastError("The scene has no camera.")
    if not bpy.app.build_options.codec_ffmpeg:
        raise PlayblastError("This Blender was built without FFmpeg: it writes no films.")
    os.makedirs(os.path.dirname(path), exist_ok=True)
    render, image, film = scene.render, scene.render.image_settings, scene.render.ffmpeg
    size = frames.even(render.resolution_x, render.resolution_y, percent)
    settings = _list_settings(scene)
    with kept(*settings):
        _set_engine(scene)
        render.use_file_extension = render.use_stamp = False
        render.resolution_percentage = 100
        render.resolution_x, render.resolution_y = size
        if hasattr(image, "media_type"):
            image.media_type = "VIDEO"
        image.file_format = "FFMPEG"
        image.color_mode = "RGB"
        film.format, film.codec, film.constant_rate_factor = "MPEG4", "H264", "HIGH"
        film.gopsize, film.use_max_b_frames, film.use_autosplit = 12, False, False
        film.audio_codec = "AAC" if _has_sound(scene) else "NONE"
        part = path[: -len(".mp4")] + ".part.mp4"
        render.filepath = part
        _render(animation=True)
        _check_film(part, scene.frame_end - scene.frame_start + 1)
        os.replace(part, path)
        poster, thumbnail = _make_pictures(scene, path, size)
    rate = frames.rate_of(render.fps, render.fps_base)
    return Film(path, poster, thumbnail, frames.facts(scene.frame_start, scene.frame_end, rate, size))


def _list_settings(scene: Any) -> List[Tuple[Any, str]]:
    render, image, film = scene.render, scene.render.image_settings, scene.render.ffmpeg
    listed = [(image, name) for name in ("media_type", "file_format", "color_mode", "quality")]
    listed += [
        (film, name)
        for name in ("format", "codec", "constant_rate_factor", "gopsize", "use_max_b_frames", "use_autosplit", "audio_codec")
    ]
    listed += [
        (render, name)
        for name in ("engine", "filepath", "use_file_extension", "use_stamp", "resolution_x", "resolution_y", "resolution_percentage")
    ]
    listed += [(scene.cycles, name) for name in ("samples", "use_denoising", "device")] if hasattr(scene, "cycles") else []
    return listed + [(scene, "frame_current")]


def _set_engine(scene: Any) -> None:
    if not bpy.app.background:
        return
    if not hasattr(scene, "cycles"):
        addon_utils.enable("cycles")
    scene.render.engine = "CYCLES"
    scene.cycles.samples, scene.cycles.use_denoising, scene.cycles.device = 1, False, "CPU"


def _render(animation: bool) -> None:
    how = {"animation": True} if animation else {"write_still": True}
    if bpy.app.background:
        done = bpy.ops.render.render(**how)
    else:
        done = bpy.ops.render.opengl(view_context=True, **how)
    if "FINISHED" not in done:
        raise PlayblastError("The playblast was stopped, so nothing was published.")


def _check_film(path: str, count: int) -> None:
    """A cancelled render also leaves a film, only a shorter one."""
    if not os.path.isfile(path):
        raise PlayblastError("Blender wrote no film to %s." % path)
    clip = bpy.data.movieclips.load(path)
    there = clip.frame_duration
    bpy.data.movieclips.remove(clip)
    if there != count:
        raise PlayblastError("The film has %d of %d frames, so it was not published." % (there, count))


def _make_pictures(scene: Any, path: str, size: Tuple[int, int]) -> Tuple[str, str]:
    """Saves the middle frame as poster and thumbnail."""
    stem = os.path.splitext(path)[0]
    poster, thumbnail = stem + ".poster.jpg", stem + ".thumbnail.jpg"
    render, image = scene.render, scene.render.image_settings
    if hasattr(image, "media_type"):
        image.media_type = "IMAGE"
    image.file_format, image.quality = "JPEG", 85
    render.resolution_x, render.resolution_y = frames.fit(*size, frames.POSTER)
    render.filepath = poster
    scene.frame_set((scene.frame_start + scene.frame_end) // 2)
    _render(animation=False)
    picture = bpy.data.images.load(poster)
    try:
        picture.scale(*frames.fit(picture.size[0], picture.size[1], frames.THUMBNAIL))
        picture.filepath_raw, picture.file_format = thumbnail, "JPEG"
        picture.save()
    finally:
        bpy.data.images.remove(picture)
    return poster, thumbnail


def _has_sound(scene: Any) -> bool:
    editor = scene.sequence_editor
    strips = getattr(editor, "strips_all", None) or getattr(editor, "sequences_all", [])
    return any(strip.type == "SOUND" for strip in strips)
