"""A studio's data as immutable rows. Every id is a text; absent values are None."""

from typing import Any, Dict, NamedTuple, Optional, Tuple


class Project(NamedTuple):
    id: str
    name: str
    slug: str


class Space(NamedTuple):
    id: str
    name: str
    slug: str
    project: Project

    @property
    def path(self) -> str:
        return self.project.slug + "/" + self.slug


class Stage(NamedTuple):
    id: str
    name: str


class Status(NamedTuple):
    id: str
    name: str
    code: str
    is_done: bool


class Member(NamedTuple):
    id: str
    name: str
    email: Optional[str]
    role: str


class Item(NamedTuple):
    """A shot, an asset or an illustration, with its columns' names. Frames are None if it has no place in a cut."""

    id: str
    path: str
    name: str
    description: str
    collection: str
    space: Space
    frame_in: Optional[int]
    frame_out: Optional[int]
    handle_in: Optional[int]
    handle_out: Optional[int]
    frame_rate: Optional[str]
    is_omitted: bool
    fields: Dict[str, Any]


class Task(NamedTuple):
    """The work of one stage on one item. `path` is the one the command line prints and accepts."""

    id: str
    path: str
    item: Item
    stage: Stage
    status: Status
    assignee: Optional[str]
    assignee_id: Optional[str]
    due: Optional[str]
    priority: int
    estimated_hours: Optional[float]
    is_disabled: bool
    fields: Dict[str, Any]


class File(NamedTuple):
    id: str
    name: str
    content_type: str
    size_bytes: int
    sha256: Optional[str]


class Revision(NamedTuple):
    id: str
    task: Task
    version: int
    comment: str
    time_spent: Optional[str]
    at: str
    author: Optional[str]
    is_current: bool
    files: Tuple[File, ...]


class Comment(NamedTuple):
    """`drawings` are on frames: {mediaId, frame (from 0), shapes}; `frames` are the frames mentioned, from 1."""

    id: str
    task_id: str
    text: str
    author: Optional[str]
    at: str
    version_id: Optional[str]
    drawings: Tuple[Dict[str, Any], ...]
    frames: Tuple[int, ...]


class Event(NamedTuple):
    """One event, numbered in the studio's order."""

    number: int
    kind: str
    at: str
    data: Dict[str, Any]
