# SPDX-License-Identifier: GPL-3.0-or-later
"""Notes as markers of the timeline."""

from typing import Any, List

from .notes import Note, plan_markers


def show(scene: Any, notes: List[Note]) -> None:
    """Updates the add-on's markers to match the notes; leaves other markers alone."""
    markers = list(scene.timeline_markers)
    plan = plan_markers([(marker.name, marker.frame) for marker in markers], notes)
    for index in plan.remove:
        scene.timeline_markers.remove(markers[index])
    for name, frame in plan.add:
        scene.timeline_markers.new(name, frame=frame)
