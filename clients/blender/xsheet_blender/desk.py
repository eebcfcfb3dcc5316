# SPDX-License-Identifier: GPL-3.0-or-later
"""The add-on's access to the server. It lives on one worker thread, on which `bpy` must not be touched."""

import os
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from . import notes
from .cut import Change as CutChange
from .cut import Shot
from .frames import cut_number, first_of
from .xsheet import BadInput, NotFound, Revision, Studio, Task, XsheetError, connect
from .xsheet import _publish as sending

FILMS = (".mp4", ".mov", ".m4v", ".webm")


class Film(NamedTuple):
    """A rendered film with its pictures and facts."""

    path: str
    poster: str
    thumbnail: str
    facts: Dict[str, Any]


class Desk:
    def __init__(self, host: str, token: str) -> None:
        self._host, self._token = host, token
        self._studio: Optional[Studio] = None
        self._undo: Any = None

    @property
    def studio(self) -> Studio:
        if self._studio is None:
            self._studio = connect(self._host, self._token)
        return self._studio

    def my_tasks(self) -> Tuple[str, List[Task], List[str]]:
        """Returns the signed-in person, their tasks and the status names."""
        self.studio.refresh()
        tasks = sorted(self.studio.my_tasks(), key=lambda task: (task.due or "9999", task.path))
        return self.studio.user_name, tasks, [status.name for status in self.studio.statuses()]

    def task(self, wanted: str) -> Task:
        return self.studio.task(wanted)

    def link(self, task: Task) -> str:
        return self.studio.link(task)

    def notes(self, task: Task, rate: str) -> List[notes.Note]:
        """Returns a task's notes, at Blender's frame numbers."""
        rows = self.studio.rows("comments", "select=id,content,metadata&order=created_at&task_id=eq." + task.id)
        pulled = self.studio.call("pull_item", {"p_item_id": task.item.id}, reads=True)["tables"].get("media", {})
        names = list(pulled)
        media = [dict(zip(names, values)) for values in zip(*pulled.values())]
        firsts = self._firsts(task)
        other = notes.Film(first_of(*firsts), task.item.frame_rate or rate)
        return notes.read(rows, notes.films(media, firsts, other.rate), other)

    def _firsts(self, task: Task) -> Tuple[Optional[int], ...]:
        item = next(self.studio.rows("items", "select=first_frame&id=eq." + task.item.id), {})
        project = next(self.studio.rows("projects", "select=first_frame&id=eq." + task.item.space.project.id), {})
        in_cut = cut_number(task.item.frame_in, task.item.handle_in)
        return item.get("first_frame"), project.get("first_frame"), in_cut

    def publish(self, task: Task, film: Film, *, time: str, comment: str, status: Optional[str]) -> Tuple[Revision, str]:
        """Posts a film as a revision with its facts and pictures; the second result describes what is missing."""
        revision = self.studio.publish(task, film.path, time=time, comment=comment, status=status)
        try:
            self._tell(task, revision, film)
        except (XsheetError, OSError) as error:
            return revision, "It is there as v%d, but its frame numbers and poster are not: %s" % (revision.version, error)
        return revision, ""

    def _tell(self, task: Task, revision: Revision, film: Film) -> None:
        project = task.item.space.project.id
        pictures = [sending.read_file(path) for path in (film.poster, film.thumbnail)]
        media = revision.files[0].id
        ids = [sending.content_id("picture", media, picture.sha256, picture.name) for picture in pictures]
        sending.send_files(self.studio.http, self.studio.id, project, pictures, ids)
        for id, picture in zip(ids, pictures):
            self.studio.complete_upload(media_id=id, details={"sha256": picture.sha256})
        details = {**film.facts, "poster_media_id": ids[0], "thumbnail_media_id": ids[1]}
        self.studio.complete_upload(media_id=media, details=details)

    # The cut

    def shots(self, project: str, collection: Optional[str]) -> List[Shot]:
        """Returns a project's items in cut order, optionally of one collection."""
        found = list(self.studio.items(project=project, collection=collection or None))
        if not found:
            raise NotFound("There are no shots in %s." % (collection or "the project"))
        project_id = found[0].space.project.id
        first = next(self.studio.rows("projects", "select=first_frame&id=eq." + project_id))["first_frame"]
        own = {row["id"]: row["first_frame"] for row in self._item_rows(project_id)}
        return [
            Shot(
                item.id, item.path, item.name, item.frame_in, item.frame_out, item.frame_rate,
                first_of(own.get(item.id), first, cut_number(item.frame_in, item.handle_in)), item.is_omitted,
            )
            for item in found
        ]

    def _item_rows(self, project_id: str) -> Iterator[Dict[str, Any]]:
        return self.studio.rows("items", "select=id,first_frame&order=id&first_frame=not.is.null&project_id=eq." + project_id)

    def apply_cut(self, changes: Sequence[CutChange]) -> Tuple[int, List[str]]:
        """Writes the ranges shown; skips and names shots that somebody has changed since."""
        plan, paths = self.studio.plan(), {}
        for each in changes:
            item = self.studio.item(each.shot.id)
            before = item._replace(frame_in=each.shot.frame_in, frame_out=each.shot.frame_out, frame_rate=each.shot.rate)
            plan.set_item(before, frame_in=each.frame_in, frame_out=each.frame_out, frame_rate=each.rate)
            paths[item.id] = item.path
        change = self.studio.apply(plan)
        skipped = [paths[each.id] for each in change.skipped]
        self._undo = change
        return len(changes) - len(skipped), skipped

    def undo_cut(self) -> int:
        if self._undo is None:
            raise BadInput("Nothing was applied since Blender was started.")
        change, self._undo = self.studio.undo(self._undo), None
        return len({step.id for step in change.undo})

    def films(self, shots: Sequence[Shot], stage: str, folder: str) -> Dict[str, str]:
        """Downloads the newest film of a stage for each shot that has one; returns paths by shot id."""
        found = {}
        for shot in shots:
            for task in self.studio.tasks(item=shot.id, stage=stage):
                newest = next(self.studio.revisions(task), None)
                if newest is None or not any(file.name.lower().endswith(FILMS) for file in newest.files):
                    continue
                paths = self.studio.download(newest, folder, name="{item}_{stage}_v{version:2}/{file}")
                found[shot.id] = next(os.path.abspath(path) for path in paths if path.lower().endswith(FILMS))
        return found


def names_of(task: Task) -> Dict[str, str]:
    """Returns the values for a naming rule."""
    item = task.item
    project, space = item.space.project.slug, item.space.slug
    return {"project": project, "space": space, "collection": item.collection or "none", "item": item.name, "stage": task.stage.name}


def explain(error: Exception) -> str:
    """Describes any failure for a panel."""
    if isinstance(error, XsheetError):
        return error.message
    if isinstance(error, (ValueError, OSError)):
        return str(error)
    return "Unexpected: %s: %s" % (type(error).__name__, error)
