# SPDX-License-Identifier: GPL-3.0-or-later
"""The state the panels show, kept while Blender runs. A .blend file stores nothing of it except the scene's task id."""

import os
import webbrowser
from typing import Any, Callable, List, Optional

import bpy

from . import tokens
from .desk import Desk, explain
from .jobs import Jobs
from .notes import Note
from .xsheet import NotSignedIn, Task, sign_in

TASK = "xsheet_task"


class Session:
    def __init__(self) -> None:
        self.jobs = Jobs()
        self.desk: Optional[Desk] = None
        self.who, self.message, self.problem = "", "", ""
        self.code, self.address = "", ""
        self.tasks: List[Task] = []
        self.statuses: List[str] = []
        self.notes: List[Note] = []
        #: The cut's changes as last shown.
        self.cut: Any = None
        self.strips: Any = None

    def ask(self, says: str, work: Callable[[Desk], Any], done: Callable[[Any], None]) -> None:
        """Runs work on the worker's thread; `done` is called on Blender's."""
        self.problem = ""
        desk = self.desk
        if desk is None:
            self.fail(NotSignedIn("Sign in first."))
            return
        self.jobs.run(says, lambda: work(desk), done, self.fail)

    def fail(self, error: Exception) -> None:
        self.problem = explain(error)
        self.message = ""
        if isinstance(error, NotSignedIn):
            self.who, self.desk, self.tasks = "", None, []


session = Session()


def open_session() -> None:
    """Resumes the sign-in stored for this account."""
    known = tokens.load(dict(os.environ))
    if known is not None:
        session.desk = Desk(known.host, known.token)


def begin_sign_in(host: str) -> None:
    """Requests a device code, shows it with its address, opens the browser there, and waits for approval."""
    session.problem, session.code = "", ""

    def show(code: str, address: str) -> None:
        def tell() -> None:
            session.code, session.address = code, address
            if not bpy.app.background:
                webbrowser.open(address)

        session.jobs.tell(tell)

    def done(token: str) -> None:
        entry = tokens.SignIn(host, token)
        tokens.save(dict(os.environ), entry)
        session.code, session.desk = "", Desk(host, token)
        refresh_tasks()

    def failed(error: Exception) -> None:
        session.code = ""
        session.fail(error)

    session.jobs.run("Waiting for you in the browser…", lambda: sign_in(host, "Blender", show), done, failed, alone=True)


def sign_out() -> None:
    tokens.forget(dict(os.environ))
    session.desk, session.who, session.tasks, session.notes = None, "", [], []
    session.code, session.message, session.problem = "", "Signed out on this machine.", ""


def refresh_tasks() -> None:
    def done(answer: Any) -> None:
        session.who, session.tasks, session.statuses = answer
        fill_list()

    session.ask("Reading your tasks…", lambda desk: desk.my_tasks(), done)


def fill_list() -> None:
    """Fills the panel's list of tasks for the selected project."""
    state = bpy.context.window_manager.xsheet
    projects = {task.item.space.project.slug for task in session.tasks}
    if state.project not in {"ALL", *projects}:
        # Setting it fills the list.
        state.project = "ALL"
        return
    state.tasks.clear()
    for task in session.tasks:
        if state.project in ("ALL", task.item.space.project.slug):
            entry = state.tasks.add()
            entry.name, entry.task_id = task.path, task.id
            entry.status, entry.due = task.status.name, task.due or ""


def chosen_task() -> Optional[Task]:
    state = bpy.context.window_manager.xsheet
    if not 0 <= state.active < len(state.tasks):
        return None
    return find_task(state.tasks[state.active].task_id)


def scene_task() -> Optional[Task]:
    """Returns the open file's task."""
    return find_task(bpy.context.scene.get(TASK, ""))


def find_task(id: str) -> Optional[Task]:
    return next((task for task in session.tasks if task.id == id), None)


def pump() -> float:
    """Blender's timer: delivers results and redraws the panels, more often while work is pending."""
    was_busy = session.jobs.is_busy
    if session.jobs.pump() or was_busy:
        redraw()
    return 0.2 if session.jobs.is_busy else 0.5


def redraw() -> None:
    for window in bpy.context.window_manager.windows:
        for area in window.screen.areas:
            if area.type in {"VIEW_3D", "SEQUENCE_EDITOR", "DOPESHEET_EDITOR", "GRAPH_EDITOR"}:
                area.tag_redraw()


def wait() -> None:
    """Waits for pending work (`blender -b` has no timers), then raises what went wrong."""
    import time

    while session.jobs.is_busy:
        session.jobs.pump()
        time.sleep(0.02)
    session.jobs.pump()
    if session.problem:
        raise RuntimeError(session.problem)
