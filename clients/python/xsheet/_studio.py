"""A studio: its contents, and what can be done with them."""

import os
import time as clock
from typing import Any, Callable, Dict, Iterable, Iterator, List, Optional, Sequence, TypeVar, Union
from urllib.parse import quote

from . import _publish as publishing
from ._errors import BadInput, Conflict, HookRefused, NotFound, to_error
from ._http import Http
from ._names import is_id, matcher, pick
from ._plan import Change, Plan, Skipped, Step, group
from ._procedures import Procedures
from ._records import Comment, Event, Item, Member, Project, Revision, Space, Stage, Status, Task
from ._replica import Replica

Found = TypeVar("Found", Item, Task)
Hook = Callable[[Task, Sequence[str]], Optional[str]]


def new_id() -> str:
    from uuid import uuid4

    return str(uuid4())


class Studio(Procedures):
    """Reads are cached until `refresh()`; writes go out at once. Every other procedure is a method with its name."""

    def __init__(self, http: Http, host: str, server: str) -> None:
        self.http = http
        self.host = host
        self.server = server
        #: Called before files are sent, with the task and the paths; returning a text refuses with that reason.
        self.before_publish: List[Hook] = []
        session = http.ask("POST", "/functions/v1/exchange-token", {"token": http.token})
        self.id: str = session["studio_id"]
        self.user_id: str = session["user"]["id"]
        self.user_name: str = session["user"]["name"]
        self._replica: Optional[Replica] = None

    def close(self) -> None:
        """Closes the connection, as leaving `with xsheet.connect() as studio:` does."""
        self.http.close()

    def __enter__(self) -> "Studio":
        return self

    def __exit__(self, *_failure: object) -> None:
        self.close()

    # Calls

    def call(
        self, procedure: str, arguments: Dict[str, Any], reads: bool = False, key: bool = True, pages: bool = False
    ) -> Any:
        """Calls a procedure by its wire names; a write carries a key, so that it can safely be sent again.

        `pages=True` is for procedures that return rows, a thousand per page: reads all pages.
        `key=False` is for procedures without an operation id: `run_once` stores one for them.
        """
        given = {name: value for name, value in arguments.items() if value is not None}
        path = "/rest/v1/rpc/" + procedure
        if pages:
            return list(self._pages(lambda where: self.http.ask("POST", path + "?" + where, given)))
        if reads:
            return self.http.ask("POST", path, given)
        if not key:
            once = {"p_procedure": procedure, "p_args": given, "p_operation_id": new_id()}
            return self.http.ask("POST", "/rest/v1/rpc/run_once", once)["answer"]
        return self.http.ask("POST", path, given, {"idempotency-key": new_id()})

    def rows(self, table: str, query: str = "") -> Iterator[Dict[str, Any]]:
        """Yields a table's rows by PostgREST filters (`status_id=eq.…&select=id,title`), page by page."""
        return self._pages(lambda where: self.http.ask("GET", "/rest/v1/%s?%s&%s" % (table, query, where)))

    @staticmethod
    def _pages(ask: Callable[[str], List[Dict[str, Any]]]) -> Iterator[Dict[str, Any]]:
        at, page = 0, 1000
        while True:
            rows = ask("limit=%d&offset=%d" % (page, at))
            yield from rows
            if len(rows) < page:
                return
            at += page

    def refresh(self) -> None:
        """Drops cached reads."""
        self._replica = None

    @property
    def _rows(self) -> Replica:
        if self._replica is None:
            self._replica = Replica(lambda name, args: self.call(name, args, reads=True), self.id)
        return self._replica

    # Contents

    def projects(self) -> Iterator[Project]:
        return iter(self._rows.projects.values())

    def spaces(self, project: Optional[str] = None) -> Iterator[Space]:
        fits = _filter(project)
        return (each for each in self._rows.spaces.values() if fits([each.project.name, each.project.slug, each.project.id]))

    def space(self, wanted: str) -> Space:
        """Finds a space by name, slug, id or `project/space`."""
        return pick(self.spaces(), wanted, lambda each: [each.name, each.slug, each.id, each.path], "space")

    def stages(self) -> Iterator[Stage]:
        return iter(self._rows.stages.values())

    def statuses(self) -> Iterator[Status]:
        return iter(self._rows.statuses.values())

    def status(self, wanted: str) -> Status:
        return pick(self.statuses(), wanted, lambda each: [each.name, each.code, each.id], "status")

    def members(self) -> Iterator[Member]:
        return iter(self._rows.members.values())

    def member(self, wanted: str) -> Member:
        return pick(self.members(), wanted, lambda each: [each.name, each.email, each.id], "member")

    def items(
        self, *, project: Optional[str] = None, space: Optional[str] = None, collection: Optional[str] = None,
        item: Optional[str] = None,
    ) -> Iterator[Item]:
        """Yields items in the grid's order; filters are names or patterns, separated by commas."""
        of_space, of_collection, of_item = _filter(space), _filter(collection), _filter(item)
        for each in self.spaces(project):
            if of_space([each.name, each.slug, each.id, each.path]):
                for found in self._rows.items(each):
                    if of_collection([found.collection]) and of_item([found.name, _slug(found.path), found.id]):
                        yield found

    def item(self, wanted: str) -> Item:
        """Finds an item by id, name, slug or the end of its path."""
        return self._one(self.items(), wanted, "item")

    def tasks(
        self, *, project: Optional[str] = None, space: Optional[str] = None, collection: Optional[str] = None,
        item: Optional[str] = None, stage: Optional[str] = None, status: Optional[str] = None,
        assignee: Optional[str] = None,
    ) -> Iterator[Task]:
        """Yields tasks in the grid's order; filters are names or patterns, separated by commas."""
        of_space, of_collection, of_item = _filter(space), _filter(collection), _filter(item)
        of_stage, of_status, of_assignee = _filter(stage), _filter(status), _filter(assignee)
        for each in self.spaces(project):
            if not of_space([each.name, each.slug, each.id, each.path]):
                continue
            for task in self._rows.tasks(each):
                member = self._rows.members.get(task.assignee_id or "")
                if (
                    of_collection([task.item.collection])
                    and of_item([task.item.name, _slug(task.item.path), task.item.id])
                    and of_stage([task.stage.name, task.stage.id])
                    and of_status([task.status.name, task.status.code, task.status.id])
                    and of_assignee([member.name, member.email, member.id] if member else [])
                ):
                    yield task

    def task(self, wanted: str) -> Task:
        """Finds a task by id or the end of its path: `sq010/sh0040:animation`."""
        place, _, stage = wanted.partition(":")
        if is_id(wanted):
            return self._one(self.tasks(), wanted, "task")
        return self._one(self.tasks(stage=stage or None), wanted, "task", place)

    def _one(self, things: Iterable[Found], wanted: str, what: str, place: Optional[str] = None) -> Found:
        end = (wanted if place is None else place).lower().strip("/")
        found: List[Found] = []
        for each in things:
            item = _item_of(each)
            is_named = "/" not in end and item.name.lower() == end
            if each.id == wanted or is_named or ("/" + item.path.lower()).endswith("/" + end):
                found.append(each)
        if not found:
            raise NotFound('There is no %s "%s".' % (what, wanted))
        if len(found) > 1:
            raise BadInput('"%s" names %d %ss: add the stage, or more of the path.' % (wanted, len(found), what))
        return found[0]

    def revisions(self, task: Task) -> Iterator[Revision]:
        """Yields revisions, newest first."""
        return iter(self._rows.revisions(task, self.call("pull_item", {"p_item_id": task.item.id}, reads=True)))

    def comments(self, task: Task) -> Iterator[Comment]:
        """Yields comments, oldest first."""
        return iter(self._rows.comments(task, self.call("pull_item", {"p_item_id": task.item.id}, reads=True)))

    def my_tasks(self) -> Iterator[Task]:
        """Yields the open tasks of the person the token acts for."""
        return (task for task in self.tasks() if task.assignee_id == self.user_id and not task.status.is_done and not task.is_disabled)

    def events(self, after: int = 0, *, kinds: Optional[Sequence[str]] = None, follow: bool = False, every: float = 5.0) -> Iterator[Event]:
        """
        Yields the events after a number, in order; with `follow` it waits for more. Keep the last number to continue.
        Raises BadInput for a number beyond the newest event, as after restoring a backup.
        """
        while True:
            asked: Dict[str, Any] = {"p_studio_id": self.id, "p_after": after, "p_limit": 1000, "p_kinds": list(kinds) if kinds else None}
            answer = self.call("list_events", asked, reads=True)
            if int(answer["newest"]) < after:
                # Waiting for that number would miss every event until then.
                raise BadInput("There is no event %d yet: the newest is %d." % (after, int(answer["newest"])))
            for each in answer["events"]:
                number = int(each["seq"])
                yield Event(number, str(each["kind"]), str(each.get("at") or each.get("created_at") or ""), each)
            is_last = int(answer["cursor"]) <= after or int(answer["cursor"]) >= int(answer["newest"])
            after = max(after, int(answer["cursor"]))
            if is_last:
                if not follow:
                    return
                clock.sleep(every)

    # Changes

    def plan(self) -> Plan:
        return Plan()

    def plan_status(self, tasks: Iterable[Task], status: str) -> Plan:
        """Returns a plan that sets one status on many tasks."""
        plan, wanted = Plan(), self.status(status)
        for task in tasks:
            plan.set_status(task, wanted.id, wanted.name)
        return plan

    def apply(self, plan: Plan) -> Change:
        """Makes a plan's changes. Skips what somebody has changed since the plan was made, and lists it in `skipped`.
        """
        return self._carry_out(plan.steps, "%d changes" % len(plan))

    def undo(self, change: Change) -> Change:
        """Undoes a change, except what somebody has changed since."""
        return self._carry_out([step.reverse() for step in change.undo], "Undo " + change.label)

    def set_status(self, tasks: Union[Task, Iterable[Task]], status: str) -> Change:
        return self.apply(self.plan_status([tasks] if isinstance(tasks, Task) else tasks, status))

    def _carry_out(self, steps: Sequence[Step], label: str) -> Change:
        skipped: List[Skipped] = []
        done: List[Step] = []
        for field, some in group(list(steps)).items():
            refused = self._change_items(some) if field == "items" else self._change_tasks(field, some)
            skipped += refused
            left = {each.id for each in refused}
            done += [step for step in some if step.id not in left]
        self.refresh()
        return Change(label, len(done), tuple(skipped), tuple(done))

    def _change_tasks(self, field: str, steps: Sequence[Step]) -> List[Skipped]:
        answer = self.call("update_tasks", {
            "p_task_ids": [step.id for step in steps], "p_field": field,
            "p_values": [step.after for step in steps], "p_expected": [step.before for step in steps],
        })
        return [Skipped(each["task_id"], each["reason"]) for each in answer["skipped"] if each["reason"] != "unchanged"]

    def _change_items(self, steps: Sequence[Step]) -> List[Skipped]:
        skipped = []
        by_item: Dict[str, List[Step]] = {}
        for step in steps:
            by_item.setdefault(step.id, []).append(step)
        for id, some in by_item.items():
            values = {step.field: step.after for step in some}
            change = {"key": {"id": id}, "values": values, "expected": {step.field: step.before for step in some}}
            try:
                self.call("update_rows", {"p_table": "items", "p_changes": [change]})
            except Conflict:
                skipped.append(Skipped(id, "conflict"))
        return skipped

    def comment(self, task: Task, text: str, *, status: Optional[str] = None, metadata: Optional[Dict[str, Any]] = None) -> str:
        """Posts a comment, optionally with a status; returns its id."""
        id = new_id()
        self.add_comment(
            task_id=task.id, comment_id=id, content=text, metadata=metadata,
            status_id=self.status(status).id if status else None,
        )
        self.refresh()
        return id

    def create_item(self, space: Union[Space, str], collection: str, name: str, *, description: str = "", if_missing: bool = True) -> Item:
        """Creates an item with a task for each stage of its space; with `if_missing` returns the existing one, if any.
        """
        where = self.space(space) if isinstance(space, str) else space
        for each in self.items(space=where.id, collection=collection):
            if each.name.lower() == name.lower():
                if if_missing:
                    return each
                raise Conflict("There is an item %s in %s already." % (name, collection))
        row = pick(self._rows.collections(where), collection, lambda each: [each["name"], each["id"]], "collection")
        answer = self.create_items_with_tasks(
            space_id=where.id, collection_id=row["id"], items=[{"title": name, "description": description}]
        )
        self.refresh()
        return self.item(answer["items"][0]["id"])

    # Files

    def publish(
        self, task: Union[Task, str], files: Union[str, Sequence[str]], *, time: str, comment: str = "", status: Optional[str] = None,
        rate: Optional[str] = None, first_frame: Optional[int] = None, lower: bool = False,
    ) -> Revision:
        """Posts files as a revision. If killed, the same call or `resume()` continues; the same files are posted only
        once.

        Five or more numbered pictures, or a ZIP of them, become one film: `rate` (such as "24000/1001") is its frames
        per second if it differs from its item's, `first_frame` the number of the first. If the project takes versions
        from file names, a number below the newest is refused unless `lower` is set.
        """
        found = self.task(task) if isinstance(task, str) else task
        paths = [files] if isinstance(files, str) else list(files)
        for hook in self.before_publish:
            reason = hook(found, paths)
            if reason:
                raise HookRefused(reason)
        spent = publishing.format_time(time)
        options: Dict[str, Any] = {"time": time}
        if status is not None:
            options["status"] = status
        options.update(message=comment, concurrency=4)
        more = {"rate": rate, "firstFrame": None if first_frame is None else str(first_frame), "lower": lower or None}
        options.update((key, value) for key, value in more.items() if value is not None)
        # Refused files must not start an upload.
        read = [publishing.read_file(path) for path in paths]
        begun = publishing.begin(self.host, self.user_id, self.id, found.id, paths, options)
        revision = self._post(found, read, spent, options, begun)
        publishing.forget(begun)
        return revision

    def unfinished(self) -> List[publishing.Unfinished]:
        """Lists unfinished uploads started on this machine, by this package or the command line."""
        return [each for each in publishing.list_unfinished() if each.host == self.host and each.user_id == self.user_id]

    def resume(self) -> List[Revision]:
        """Resumes every unfinished upload for a single task."""
        done = []
        for each in self.unfinished():
            if "map" in each.options:
                continue
            options = each.options
            task = self.task(each.target)
            files = [publishing.read_file(path) for path in each.files]
            done.append(self._post(task, files, publishing.format_time(str(options["time"])), options, each.id))
            publishing.forget(each.id)
        return done

    def _post(
        self, task: Task, files: Sequence[publishing.LocalFile], spent: str, options: Dict[str, Any], begun: str
    ) -> Revision:
        comment, status = str(options.get("message", "")), options.get("status")
        hashes = [file.sha256 for file in files]
        wanted = [{"task_id": task.id, "sha256": hashes}]
        if not self.find_revisions(revisions=wanted):
            content = [self.server, task.id, *hashes, ""]
            ids = [
                publishing.content_id("media", self.server, task.id, self.user_id, file.sha256, file.name, "") for file in files
            ]
            publishing.send_files(
                self.http, self.id, task.item.space.project.id, files, ids, publishing.Places(begun)
            )
            sent: Dict[str, Any] = {
                "task_id": task.id, "version_id": publishing.content_id("revision", *content),
                "comment_id": publishing.content_id("comment", *content), "comment": comment, "time_spent": spent,
                "files": [
                    {"id": id, "sha256": file.sha256, **file.facts, **facts}
                    for id, file, facts in zip(ids, files, publishing.film_facts([file.name for file in files], options))
                ],
            }
            if options.get("lower"):
                sent["may_be_lower"] = True
            if status is not None:
                sent["status_id"] = self.status(status).id
            # When called again, it returns the revision with this id.
            (answer,) = self.call("create_revisions", {"p_revisions": [sent]}, reads=True)["revisions"]
            if answer["state"] == "failed":
                raise to_error(409 if answer.get("code") == "23505" else 400, answer)
        (posted, *_rest) = self.find_revisions(revisions=wanted)
        revision = next(each for each in self.revisions(task) if each.id == posted["version_id"])
        if status is not None:
            self.refresh()
        return revision

    def download(self, what: Union[Revision, Task, str], folder: str = ".", *, name: str = "{file}") -> List[str]:
        """Downloads the files of a revision, or of a task's newest one, to a folder; returns their paths.

        `name` may contain {file}, {name}, {ext}, {item}, {collection}, {stage}, {space}, {project} and {version}
        ({version:3} for three digits). Correct existing files are not downloaded again, partial ones are resumed, and
        every hash is checked.
        """
        task = self.task(what) if isinstance(what, str) else what
        revision = next(self.revisions(task), None) if isinstance(task, Task) else task
        if revision is None:
            raise NotFound("There is no revision yet.")
        item = revision.task.item
        paths = []
        known = self.rows("media", "select=id,sha256&id=in.(%s)" % ",".join(file.id for file in revision.files))
        hashes = {row["id"]: row["sha256"] for row in known} if revision.files else {}
        for each in revision.files:
            file = each._replace(sha256=hashes.get(each.id))
            stem, ending = os.path.splitext(file.name)
            values = {
                "file": file.name, "name": stem, "ext": ending, "item": item.name, "collection": item.collection,
                "stage": revision.task.stage.name, "space": item.space.name, "project": item.space.project.name,
                "version": str(revision.version),
            }
            place = os.path.join(folder, publishing.name_file(name, values))

            def stream(offset: int, id: str = file.id) -> Iterator[bytes]:
                address = self.http.ask("POST", "/functions/v1/get-attachment-url", {"media_id": id})["url"]
                return self.http.stream(address, offset)

            paths.append(publishing.download_file(stream, file, place))
        return paths

    def link(self, task: Task) -> str:
        """Returns the address of a task in the app."""
        place = task.item.space
        return "%s/studio/%s/project/%s/space/%s?item=%s&task=%s" % (
            self.host, self._rows.slug, place.project.slug, place.slug, quote(_slug(task.item.path)), quote(task.path.rsplit(":", 1)[-1]),
        )


def _item_of(thing: Union[Item, Task]) -> Item:
    return thing.item if isinstance(thing, Task) else thing


def _filter(patterns: Optional[str]) -> Callable[[Sequence[Optional[str]]], bool]:
    return (lambda _names: True) if patterns is None else matcher(patterns)


def _slug(path: str) -> str:
    return path.rsplit("/", 1)[-1]
