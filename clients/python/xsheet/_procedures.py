# Made of core/manifest by `npm run check -- --fix`. Changes here are lost.
"""Every procedure of the database as a method, by its own name; arguments without their p_."""

from typing import Any, Dict, List, Optional, cast


class Procedures:
    """What a client can call. `call` is the client's own."""

    def call(self, procedure: str, arguments: Dict[str, Any], reads: bool = False, key: bool = True, pages: bool = False) -> Any:
        raise NotImplementedError

    def create_studio(self, *, name: str, id: Optional[str] = None) -> Dict[str, Any]:
        """Creates a studio owned by the caller with the default roles, stages and statuses, or the
        super-admin's templates, and returns its row. Called again with the same p_id by its creator, returns
        the same studio. Refuses: 22023 bad name; 23505 p_id is somebody else's."""
        return cast("Dict[str, Any]", self.call("create_studio", {"p_name": name, "p_id": id}, key=False))

    def ensure_user_has_studio(self) -> Optional[Dict[str, Any]]:
        """Returns the caller's first studio, or null if they have none and belong on the welcome page. Invites
        exist only as links, so there is nothing to accept."""
        return cast("Optional[Dict[str, Any]]", self.call("ensure_user_has_studio", {}, reads=True))

    def get_or_create_user_studio(self) -> Optional[Dict[str, Any]]:
        """Returns the studio the caller last worked in, else their first, else a new one named after them. The
        welcome page asks for a name instead."""
        return cast("Optional[Dict[str, Any]]", self.call("get_or_create_user_studio", {}, key=False))

    def get_user_active_studio(self) -> Optional[Dict[str, Any]]:
        """Returns the row of the studio the caller last worked in; null if there is none or they lost access to
        it."""
        return cast("Optional[Dict[str, Any]]", self.call("get_user_active_studio", {}, reads=True))

    def reorder_stages(self, *, studio_id: str, ids: List[str], operation_id: Optional[str] = None) -> int:
        """Puts a studio's stages in the given order, in steps of 10; stages not named follow in their current
        order. Returns how many moved. Refuses: 22023 an id given twice or of another studio; 42501 not
        allowed; P0002 unknown studio."""
        return cast("int", self.call("reorder_stages", {"p_studio_id": studio_id, "p_ids": ids, "p_operation_id": operation_id}))

    def reorder_statuses(self, *, studio_id: str, ids: List[str], operation_id: Optional[str] = None) -> int:
        """Puts a studio's statuses in the given order, counting from 0; statuses not named follow in their
        current order. Returns how many moved. Refuses: 22023 an id given twice or of another studio; 42501
        not allowed; P0002 unknown studio."""
        return cast("int", self.call("reorder_statuses", {"p_studio_id": studio_id, "p_ids": ids, "p_operation_id": operation_id}))

    def save_space_config(self, *, space_id: str, stage_ids: List[str], status_ids: List[str], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Sets the stages and statuses a space uses, in the given order: stages in steps of 10, statuses from
        0. Returns {rev}. All or nothing. Refuses: 22023 none chosen (a moodboard needs no stage), an id
        twice or of another studio; 23503 'Cannot delete stage: {n} tasks are using it' and 'Cannot delete
        status: {n} tasks are using it' for one that tasks of the space have; 42501 not allowed; P0002
        unknown space."""
        return cast("Dict[str, Any]", self.call("save_space_config", {"p_space_id": space_id, "p_stage_ids": stage_ids, "p_status_ids": status_ids, "p_operation_id": operation_id}))

    def set_default_status(self, *, status_id: str, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Makes a status its studio's only default, in one step, and returns it; a repeat changes nothing.
        Refuses: 42501 not allowed; P0002 unknown status."""
        return cast("Dict[str, Any]", self.call("set_default_status", {"p_status_id": status_id, "p_operation_id": operation_id}))

    def set_user_active_studio(self, *, studio_id: str, operation_id: Optional[str] = None) -> None:
        """Remembers the studio the caller works in; a repeat changes nothing. Refuses: P0002 not an active
        member."""
        self.call("set_user_active_studio", {"p_studio_id": studio_id, "p_operation_id": operation_id})

    def accept_studio_invite(self, *, token: str) -> Dict[str, Any]:
        """Joins the studio of an invite link as Member and returns its row; nothing changes for an existing
        member. Unknown, expired and revoked links, and people who were removed or archived, get the same
        error: 22023 'Invalid invite link'. After ten wrong tries in a minute, 429 with Retry-After."""
        return cast("Dict[str, Any]", self.call("accept_studio_invite", {"p_token": token}, key=False))

    def can_edit_studio_roles(self, *, studio_id: str) -> bool:
        """Returns whether the caller may change members' roles: an owner or admin whose role may manage users."""
        return cast("bool", self.call("can_edit_studio_roles", {"p_studio_id": studio_id}, reads=True))

    def generate_studio_invite(self, *, studio_id: str, expires_in_days: Optional[int] = None) -> List[Dict[str, Any]]:
        """Creates an invite link that admits many people as Member until it expires or is revoked: one row with
        its token, 24 hexadecimal characters shown only now. Refuses: 22023 days outside 1 to 365; 42501 a
        role that may not manage users; P0002 unknown studio."""
        return cast("List[Dict[str, Any]]", self.call("generate_studio_invite", {"p_studio_id": studio_id, "p_expires_in_days": expires_in_days}, key=False))

    def get_team_members_for_studio(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """Lists who can be assigned work in one of the caller's studios: active members by name. Empty for
        non-members."""
        return cast("List[Dict[str, Any]]", self.call("get_team_members_for_studio", {"p_studio_id": studio_id}, reads=True, pages=True))

    def get_user_basic_info(self, *, studio_id_param: str) -> List[Dict[str, Any]]:
        """Lists the name, e-mail address and picture of everyone in one of the caller's studios, archived
        members included. Empty for non-members."""
        return cast("List[Dict[str, Any]]", self.call("get_user_basic_info", {"studio_id_param": studio_id_param}, reads=True, pages=True))

    def list_removed_members(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """Lists the people the caller may readmit, last removed first: those below the caller's own role. Empty
        for callers who may not manage users."""
        return cast("List[Dict[str, Any]]", self.call("list_removed_members", {"p_studio_id": studio_id}, reads=True, pages=True))

    def list_studio_invites(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """Lists a studio's invite links, newest first, with how many people joined by each. Empty for callers
        who may not manage its users."""
        return cast("List[Dict[str, Any]]", self.call("list_studio_invites", {"p_studio_id": studio_id}, reads=True, pages=True))

    def list_studio_members(self, *, studio: str) -> List[Dict[str, Any]]:
        """Lists the members of one of the caller's studios by role, then name, archived last. Empty for
        non-members."""
        return cast("List[Dict[str, Any]]", self.call("list_studio_members", {"p_studio": studio}, reads=True, pages=True))

    def readmit_member(self, *, studio_id: str, user_id: str) -> Dict[str, Any]:
        """Readmits a removed member with the role they had, and returns the membership; a repeat returns it
        again. Their comments and revisions were never deleted. Refuses: 42501 not allowed: only people below
        the caller's own role; P0002 unknown studio or nobody removed."""
        return cast("Dict[str, Any]", self.call("readmit_member", {"p_studio_id": studio_id, "p_user_id": user_id}, key=False))

    def remove_studio_member(self, *, studio_id: str, user_id: str) -> bool:
        """Ends a membership but keeps the person's comments and revisions; no invite link lets them in again.
        Returns true if there was a membership, false on a repeat. Refuses: 42501 not allowed: an owner
        cannot be removed; P0002 unknown studio."""
        return cast("bool", self.call("remove_studio_member", {"p_studio_id": studio_id, "p_user_id": user_id}, key=False))

    def revoke_studio_invite(self, *, invite_id: str) -> bool:
        """Ends an invite link at once; returns true, also on a repeat. Refuses: P0002 no such link the caller
        may manage."""
        return cast("bool", self.call("revoke_studio_invite", {"p_invite_id": invite_id}, key=False))

    def save_preference(self, *, key: str, value: Any, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Saves a value for the caller alone under a key, replacing the previous one. Returns {rev: null}. A
        repeat changes nothing, even if it was saved again since. 22023 no key or no value, 23514 too large.
        Refuses: 22023 no key or no value; 23514 too large."""
        return cast("Dict[str, Any]", self.call("save_preference", {"p_key": key, "p_value": value, "p_operation_id": operation_id}))

    def save_templates(self, *, kind: str, changes: Any, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Changes the super-admin's templates of a kind ('stage' or 'status'), all or nothing: {entries: [row],
        templates: [row], selections: [{template_id, entry_ids}], gone_templates: [id], gone_entries: [id]},
        each of which may be left out. Existing entries and templates are changed, others are added; a
        selection keeps the order of its ids. Returns {rev: null}. A repeat changes nothing, even if somebody
        has changed them since. Refuses: 22023 another kind or no changes; 23503 a selection of unknown
        entries; 23505 a name that is taken; 42501 not the super-admin."""
        return cast("Dict[str, Any]", self.call("save_templates", {"p_kind": kind, "p_changes": changes, "p_operation_id": operation_id}))

    def set_member_archived(self, *, studio_id: str, user_id: str, is_archived: Optional[bool] = None) -> Dict[str, Any]:
        """Archives a member, who keeps their history and loses access, or restores them; returns the
        membership. A repeat changes nothing. Refuses: 42501 not allowed: an owner cannot be archived; P0002
        unknown studio or member."""
        return cast("Dict[str, Any]", self.call("set_member_archived", {"p_studio_id": studio_id, "p_user_id": user_id, "p_is_archived": is_archived}, key=False))

    def update_studio_member_role(self, *, studio_id: str, user_id: str, new_role_id: str, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Gives a member another role. Returns {success, error, data}: data is {studio_id, user_id, role_id};
        error gives the reason for a refusal. For owners and admins only; an owner's role never changes, and
        nobody can be made owner. A repeat returns the same and changes nothing, even if the role was changed
        since."""
        return cast("Dict[str, Any]", self.call("update_studio_member_role", {"p_studio_id": studio_id, "p_user_id": user_id, "p_new_role_id": new_role_id, "p_operation_id": operation_id}))

    def delete_project_cascade(self, *, project_id: str, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Deletes a project with its spaces, items, tasks, revisions, comments, boards and file rows. Returns
        {deleted, rev}; deleted is false if there is no such project that the caller may open. A repeat
        changes nothing, even if the project was restored since, and returns the same. Refuses: 42501 the
        role may not delete."""
        return cast("Dict[str, Any]", self.call("delete_project_cascade", {"p_project_id": project_id, "p_operation_id": operation_id}))

    def get_space_counts(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """Counts the items and tasks of each space of a studio that the caller may open: the number of items,
        and {status_id: how many tasks have it}. Disabled tasks and omitted items do not count. Empty for
        non-members."""
        return cast("List[Dict[str, Any]]", self.call("get_space_counts", {"p_studio_id": studio_id}, reads=True, pages=True))

    def get_project_tree(self, *, project_id: str) -> List[Dict[str, Any]]:
        """Lists the collections of a project that the caller may open, in their order: the episode of each, how
        many items it has and how many of them are shots, {status_id: how many of their tasks have it}, and
        the items in it that stand for sequences and episodes, [{id, slug, title, type}], which are not
        counted. Disabled tasks and omitted items do not count. Empty if the caller may not open the project."""
        return cast("List[Dict[str, Any]]", self.call("get_project_tree", {"p_project_id": project_id}, reads=True, pages=True))

    def apply_import(self, *, space_id: str, changes: Dict[str, Any], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Carries out an import in one step, all or nothing: {collections: [{id, name, episode?, is_default?}],
        items: [{id, collection_id, title, slug?, description?, item_type_id?, kind_id?, frame_in?,
        frame_out?, handle_in?, handle_out?, frame_rate?, external_ids?, fields?}], tasks: [{id, item_id,
        stage_id, status_id?, assignee_id?, due_date?, priority?, is_disabled?, estimated_hours?, fields?}],
        comments: [{id, task_id, content, author_id?, author_name?, said_at?, key}], item_changes: [{id,
        expected, fields}], task_changes: [{id, field, from, to}], deletions: {items, tasks, comments,
        collections, fields, options: [{field_id, id}], statuses, stages, kinds, space_statuses,
        space_stages}, on_conflict: 'refuse' (23505) or 'skip'}. Statuses, stages and kinds are deleted only
        where nothing uses them: kept names the others. What was said elsewhere becomes a comment of its task
        under its original date, by a member or by a name; a task takes each key once, and nobody is
        notified. Returns {rev, collections, items, tasks, comments, changed, deleted, conflicts: [{id,
        field}], kept: [{of: status | stage | kind, name}]}; a repeat returns the same. Refuses: 22023 bad
        values; 23505 conflicting ids or values; 42501 not allowed; P0002 unknown space or task."""
        return cast("Dict[str, Any]", self.call("apply_import", {"p_space_id": space_id, "p_changes": changes, "p_operation_id": operation_id}))

    def list_imported_comments(self, *, space_id: str) -> List[Dict[str, Any]]:
        """Lists the imported comments of a space as [{task_id, key}]: importing the same source again skips
        them."""
        return cast("List[Dict[str, Any]]", self.call("list_imported_comments", {"p_space_id": space_id}, reads=True))

    def create_item_task_with_comment(self, *, item_id: str, stage_id: str, status_id: str, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Creates the task of one empty cell with its status-change comment and returns the task; returns the
        existing task if the cell is not empty. A repeat changes nothing and returns the same. Refuses: 22023
        unknown status or stage; 42501 not allowed; P0002 unknown item."""
        return cast("Dict[str, Any]", self.call("create_item_task_with_comment", {"p_item_id": item_id, "p_stage_id": stage_id, "p_status_id": status_id, "p_operation_id": operation_id}))

    def create_items_with_tasks(self, *, space_id: str, collection_id: Optional[str], items: List[Dict[str, Any]], operation_id: Optional[str] = None, kinds: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        """Creates items [{id?, title, description?, kind_id?, order_rank?, fields?: {key: value}, tasks?: [{id,
        stage_id, fields?}]}] with a task for each active stage of the space that applies to their kind;
        without a kind_id they get the space's first kind, with null none. Fields left out get their
        defaults, null leaves them empty. p_kinds may name the field kinds that the values were written for,
        {item: {key: {kind, names?: {option: name}}}, task: {…}}: if a kind has changed since, values are
        converted as that change would have converted them. The collection may be null in illustration
        spaces. Returns {rev, items: [{id, custom_slug, task_ids: {stage_id: task_id}}]}. Refuses: 22023 with
        the form's message, or a value that does not convert."""
        return cast("Dict[str, Any]", self.call("create_items_with_tasks", {"p_space_id": space_id, "p_collection_id": collection_id, "p_items": items, "p_operation_id": operation_id, "p_kinds": kinds}))

    def fill_empty_tasks(self, *, cells: List[Dict[str, Any]], status_id: Optional[str] = None, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Creates the missing tasks of cells [{id?, item_id, stage_id}] with a status (the catalogue's first by
        default) and their comments. Returns {rev, created, skipped, task_ids}; cells that already have a
        task are skipped. Refuses: 22023 bad argument; P0002 unknown items."""
        return cast("Dict[str, Any]", self.call("fill_empty_tasks", {"p_cells": cells, "p_status_id": status_id, "p_operation_id": operation_id}))

    def add_field_options(self, *, options: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Adds options [{field_id, id, name, color?}] at the end of their fields' lists, grey if no colour is
        given. An option whose name exists, ignoring case and spaces, is taken to be the existing one; an id
        that is taken gets a number. Returns {rev, options: [{field_id, given_id, id, is_new}]} in their
        order, by field; a repeat returns the same. Refuses: 22023 a field without options, or more than 100
        options; 42501 not allowed; P0002 unknown field."""
        return cast("Dict[str, Any]", self.call("add_field_options", {"p_options": options, "p_operation_id": operation_id}))

    def change_field_kind(self, *, field_id: str, expected_kind: str, definition: Dict[str, Any], values: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Changes the kind of a field to {kind, options?, default_value?} together with all of its values [{id,
        from, to}], null for none, in one step. Returns {rev, changed}. Refuses: 22023 a value the new kind
        does not take; 42501 not allowed; P0002 unknown field; P0409 a kind or value that has changed or is
        not named."""
        return cast("Dict[str, Any]", self.call("change_field_kind", {"p_field_id": field_id, "p_expected_kind": expected_kind, "p_definition": definition, "p_values": values, "p_operation_id": operation_id}))

    def set_fields(self, *, of: str, changes: List[Dict[str, Any]], operation_id: Optional[str] = None, kinds: Optional[Dict[str, Dict[str, Any]]] = None) -> Dict[str, Any]:
        """Sets fields of rows, p_of item, task or project, key by key: [{id, values: {key: value}, expected?:
        {key: value}}], null for none. A field whose value differs from the expected one is left unchanged;
        without an expectation it is set. p_kinds may name the field kinds that the values were written for,
        {key: {kind, names?: {option: name}}}: if a kind has changed since, values are converted as that
        change would have converted them. Returns {rev, changed, skipped: [{id, key, reason: conflict}]}.
        Refuses: 22023 a value its field does not take, with the field's name and the reason, or one that
        does not convert; 42501 not allowed; P0002 unknown rows."""
        return cast("Dict[str, Any]", self.call("set_fields", {"p_of": of, "p_changes": changes, "p_operation_id": operation_id, "p_kinds": kinds}))

    def set_item_links(self, *, changes: Any, operation_id: Optional[str] = None) -> Any:
        """Sets what items are made with: [{from_item_id, to_item_id, kind: cast | instance | reference, count,
        label, expected?: {count, label}}]; a count of 0 removes the link. A link that no longer matches its
        expected values is left unchanged. Returns {rev, changed, skipped: [{from_item_id, to_item_id, kind,
        reason: conflict}]}. Refuses: 22023 bad argument; 42501 not allowed; P0002 an unknown item or one of
        another project."""
        return self.call("set_item_links", {"p_changes": changes, "p_operation_id": operation_id})

    def list_followers(self, *, task_id: str) -> List[str]:
        """Lists the people who are told about a task, in the order they were added: its assignees since they
        were assigned, and everyone who follows it. Refuses: P0002 a task the caller may not see."""
        return cast("List[str]", self.call("list_followers", {"p_task_id": task_id}, reads=True))

    def set_following(self, *, task_id: str, is_following: bool) -> List[str]:
        """Makes the caller follow a task or stop following it; a repeat changes nothing. Returns its followers
        afterwards. Refuses: P0002 a task the caller may not see."""
        return cast("List[str]", self.call("set_following", {"p_task_id": task_id, "p_is_following": is_following}, key=False))

    def set_tasks_status(self, *, task_ids: List[str], status_id: str, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Sets one status on many tasks of a studio at once and posts each change's comment. Returns {rev,
        changed, skipped: [{task_id, reason}]}; disabled tasks and those that already have the status are
        skipped. Refuses: 22023 bad argument; 42501 not allowed; P0002 unknown task or status."""
        return cast("Dict[str, Any]", self.call("set_tasks_status", {"p_task_ids": task_ids, "p_status_id": status_id, "p_operation_id": operation_id}))

    def update_tasks(self, *, task_ids: List[str], field: str, values: Any, expected: Optional[Any] = None, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Changes one field (status_id, assignee_id, due_date, priority, is_disabled, estimated_hours) of many
        tasks of a studio. p_values is an array with one value for all or one for each; with p_expected,
        likewise, a task whose current value differs is skipped (reason conflict). Returns {rev, changed,
        skipped: [{task_id, reason}]}. Refuses: 22023 bad argument; 42501 not allowed; P0002 unknown task or
        status."""
        return cast("Dict[str, Any]", self.call("update_tasks", {"p_task_ids": task_ids, "p_field": field, "p_values": values, "p_expected": expected, "p_operation_id": operation_id}))

    def create_revision(self, *, task_id: str, comment: str, time_spent: str, version_id: Optional[str] = None, comment_id: Optional[str] = None, media_ids: Optional[List[str]] = None, status_id: Optional[str] = None, mentions: Optional[List[str]] = None, metadata: Any = None, operation_id: Optional[str] = None, waited_ms: Optional[int] = None, version_number: Optional[int] = None, may_be_lower: Optional[bool] = None) -> Dict[str, Any]:
        """Posts a revision in one transaction: the next version with its files and time spent, the new status
        if given, and its comment. Returns {rev, version_id, version_number, comment_id}; a repeat returns
        the same. A revision that waited on a device keeps the time it was made, also on the timesheet. Its
        number is p_version_number if given, else the one in its files' names if the project follows them
        (_v07), else the next one; gaps are fine. Refuses: 22023 no or malformed time, or no number; 23505 a
        number that is there, or one below the newest without p_may_be_lower; 42501 not allowed; P0002
        unknown task, status or file, 'Failed to upload {file name}' for one whose bytes have not arrived."""
        return cast("Dict[str, Any]", self.call("create_revision", {"p_task_id": task_id, "p_comment": comment, "p_time_spent": time_spent, "p_version_id": version_id, "p_comment_id": comment_id, "p_media_ids": media_ids, "p_status_id": status_id, "p_mentions": mentions, "p_metadata": metadata, "p_operation_id": operation_id, "p_waited_ms": waited_ms, "p_version_number": version_number, "p_may_be_lower": may_be_lower}))

    def create_revisions(self, *, revisions: List[Dict[str, Any]], is_new: Optional[bool] = None, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Posts up to 100 revisions [{task_id, version_id, comment_id, comment, time_spent, status_id?,
        mentions?, metadata?, version_number?, may_be_lower?, files: [{id, sha256, and what complete_upload
        takes but pictures}]}], each by itself and numbered as create_revision does. A revision whose id, or
        whose exact files, the task already has is not posted again, unless p_is_new. Returns {revisions:
        [{state: posted | present | failed, version_id, version_number, code, message}]} in their order.
        Refuses: 22023 not such a list."""
        return cast("Dict[str, Any]", self.call("create_revisions", {"p_revisions": revisions, "p_is_new": is_new, "p_operation_id": operation_id}))

    def find_revisions(self, *, revisions: List[Dict[str, Any]]) -> List[Dict[str, Any]]:
        """Finds which of [{task_id, sha256: [hash of each file]}] are posted already: [{n, task_id, version_id,
        version_number}], n counted from 0 in the given order. Tasks the caller may not see have none.
        Refuses: 22023 not a list of at most 1000."""
        return cast("List[Dict[str, Any]]", self.call("find_revisions", {"p_revisions": revisions}, reads=True))

    def add_comment(self, *, task_id: str, content: str, comment_id: Optional[str] = None, media_ids: Optional[List[str]] = None, status_id: Optional[str] = None, mentions: Optional[List[str]] = None, metadata: Any = None, operation_id: Optional[str] = None, waited_ms: Optional[int] = None) -> Dict[str, Any]:
        """Posts a comment with attachments, mentions and, if given, a new status in one transaction. Returns
        {rev, comment_id}; a repeat returns the same. A comment that waited on a device keeps the time it was
        made. Refuses: 22023 nothing to post or bad metadata; 42501 not allowed; P0002 unknown task, status
        or file."""
        return cast("Dict[str, Any]", self.call("add_comment", {"p_task_id": task_id, "p_content": content, "p_comment_id": comment_id, "p_media_ids": media_ids, "p_status_id": status_id, "p_mentions": mentions, "p_metadata": metadata, "p_operation_id": operation_id, "p_waited_ms": waited_ms}))

    def edit_comment(self, *, comment_id: str, content: str, mentions: Optional[List[str]] = None, metadata: Optional[Any] = None, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Changes the caller's own comment: its text and, if given, mentions and metadata. Returns {rev,
        comment_id}; a repeat returns the same. Refuses: P0002 not the caller's own."""
        return cast("Dict[str, Any]", self.call("edit_comment", {"p_comment_id": comment_id, "p_content": content, "p_mentions": mentions, "p_metadata": metadata, "p_operation_id": operation_id}))

    def complete_upload(self, *, media_id: str, details: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        """Records that a file's bytes are in storage, with what is known of it: {sha256, width, height,
        frame_rate, frame_count, duration_ms, codec, start_timecode, first_frame, waveform, poster_media_id,
        filmstrip_media_id, thumbnail_media_id, proxy_media_id}. For the first of numbered pictures, or a ZIP
        of them, frame_rate and first_frame are those of the film to be made from them. A proxy is an MP4 of
        the caller's whose bytes are also in storage: it plays where the film does not; the first one counts.
        Repeatable. Refuses: 22023 unreadable details, or not a proxy; P0002 'Failed to upload {file name}'
        where the object is not there."""
        return cast("Dict[str, Any]", self.call("complete_upload", {"p_media_id": media_id, "p_details": details}, key=False))

    def count_function_call(self, *, name: str) -> Dict[str, Any]:
        """Counts a call of an edge function by the caller. Returns {calls, reset_seconds}: the calls of this
        one in the current minute, and the seconds until the next minute."""
        return cast("Dict[str, Any]", self.call("count_function_call", {"p_name": name}, key=False))

    def fill_poster(self, *, media_id: str, details: Dict[str, Any]) -> None:
        """Adds the poster that a revision's file came without, and any missing facts: {poster_media_id, and
        what else complete_upload takes}, or the proxy of a film that few browsers play: {proxy_media_id}.
        Possible once, for anyone who may see the revision; a proxy only for those who may post one. What is
        added must be the caller's own upload. Refuses: 22023 not a small stored picture, or not a proxy;
        23505 it has one already; 42501 may not post revisions; P0002 unknown file."""
        self.call("fill_poster", {"p_media_id": media_id, "p_details": details}, key=False)

    def find_upload(self, *, media_id: str) -> Dict[str, Any]:
        """Returns where to send a file of the caller's: {r2_key, content_type, size_bytes, is_stored}. Row
        rules apply. Refuses: P0002 an unknown file, or somebody else's."""
        return cast("Dict[str, Any]", self.call("find_upload", {"p_media_id": media_id}, reads=True))

    def list_filmstrips(self, *, media_ids: List[str]) -> List[Dict[str, Any]]:
        """Lists the filmstrips of up to 500 films that the caller may see: [{id, filmstrip_media_id}], leaving
        out films without one. Row rules apply. Refuses: 22023 more than 500 ids."""
        return cast("List[Dict[str, Any]]", self.call("list_filmstrips", {"p_media_ids": media_ids}, reads=True))

    def list_media_ids_for_items(self, *, item_ids: List[str]) -> List[Dict[str, Any]]:
        """Lists the files to show for items: each item's picture, else the files of the newest revisions of its
        tasks. Row rules apply."""
        return cast("List[Dict[str, Any]]", self.call("list_media_ids_for_items", {"p_item_ids": item_ids}, reads=True, pages=True))

    def list_media_paths(self, *, media_ids: List[str]) -> List[Dict[str, Any]]:
        """Lists where the files that the caller may see are in storage: [{id, r2_key}] for up to 500 ids, in
        their order, leaving out unknown ones. Refuses: 22023 more than 500 ids."""
        return cast("List[Dict[str, Any]]", self.call("list_media_paths", {"p_media_ids": media_ids}, reads=True))

    def register_uploads(self, *, files: List[Dict[str, Any]], studio_id: Optional[str] = None, project_id: Optional[str] = None, comment_id: Optional[str] = None, task_id: Optional[str] = None, version_id: Optional[str] = None) -> List[Dict[str, Any]]:
        """Creates the rows of files about to be uploaded, in order: p_files is [{id?, filename, content_type,
        size_bytes, sha256?}], at most 100. They belong to the project of the task, comment or revision
        named, which also takes them as its files; with none of these and no project, to the studio. Returns
        [{id, filename, content_type, size_bytes, r2_key, is_stored}]; a repeat with the same ids returns the
        same. A file with the sha256 of one that the caller has sent to the studio, and may still see, is
        stored at once: its bytes need not be sent again. Refuses: 22023 bad files; 23505 an id of somebody
        else's file; 42501 not allowed; P0002 unknown target."""
        return cast("List[Dict[str, Any]]", self.call("register_uploads", {"p_files": files, "p_studio_id": studio_id, "p_project_id": project_id, "p_comment_id": comment_id, "p_task_id": task_id, "p_version_id": version_id}, key=False))

    def settle_uploads(self, *, media_ids: List[str]) -> List[str]:
        """Completes uploads of the caller whose bytes arrived without anyone reporting it, and returns their
        ids. Other ids are ignored."""
        return cast("List[str]", self.call("settle_uploads", {"p_media_ids": media_ids}, key=False))

    def bring_decisions(self, *, session_id: str, decisions: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Applies decisions made on a review session away from the studio, each once, whoever brings it. At
        most 1000 decisions as a packet has them; keep leaves the task's status and only posts the note,
        force sets the status even if the task no longer has the one that was seen, and mentions names
        people. Returns {rev, decisions: [{id, result: applied | there already | conflict | refused, reason,
        status_id if it is a conflict}]} in their order; a refused decision does not stop the others.
        Refuses: 22023 bad argument; P0002 unknown session; P0423 it is locked."""
        return cast("Dict[str, Any]", self.call("bring_decisions", {"p_session_id": session_id, "p_decisions": decisions, "p_operation_id": operation_id}))

    def change_review(self, *, session_id: str, changes: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Adds tasks to a review session, and changes and removes its entries, in one step. p_changes: [{id,
        kind: add | set | remove, fields, expected}]; each id once. With expected, a field whose value
        differs is left unchanged. Returns {rev}. Refuses: 22023 bad argument; 42501 not allowed; P0002
        unknown session or task; P0423 it is locked."""
        return cast("Dict[str, Any]", self.call("change_review", {"p_session_id": session_id, "p_changes": changes, "p_operation_id": operation_id}))

    def get_brought_decisions(self, *, session_id: str) -> List[str]:
        """Lists the ids of decisions that were brought back to a review session; none if the caller may not see
        it."""
        return cast("List[str]", self.call("get_brought_decisions", {"p_session_id": session_id}, reads=True))

    def get_review_counts(self, *, project_id: str) -> List[Dict[str, Any]]:
        """Counts, for each review session of a project that the caller may open, its tasks, how many are
        judged, how many have notes from it, and how many of those have had a revision since their last note.
        Empty for anyone else."""
        return cast("List[Dict[str, Any]]", self.call("get_review_counts", {"p_project_id": project_id}, reads=True, pages=True))

    def start_review(self, *, session_id: str, project_id: str, name: str, kind: str, day: str, entries: Optional[List[Dict[str, Any]]] = None, operation_id: Optional[str] = None, query: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        """Starts a review session of a project (kind dailies, cut or client) with its tasks in one step.
        p_entries: [{id, task_id, version_id, order_rank, cut_in, cut_out, handle_in, handle_out}], at most
        1000; a task given twice is added once. With p_query, {text, isOfDay, timeZone, statusIds, stageIds,
        assigneeIds, spaceIds, collectionIds, itemIds, priorities, dueDates, not}, tasks enter and leave by
        themselves until it is locked. Returns {rev, session_id, added}. Refuses: 22023 bad argument; 42501
        not allowed; P0002 unknown project or task."""
        return cast("Dict[str, Any]", self.call("start_review", {"p_session_id": session_id, "p_project_id": project_id, "p_name": name, "p_kind": kind, "p_day": day, "p_entries": entries, "p_operation_id": operation_id, "p_query": query}))

    def take_back_decisions(self, *, session_id: str, decision_ids: List[str], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Takes back decisions that the caller has brought, last first: statuses that are still as brought, and
        notes. They can be brought again. Returns {rev, changed, skipped}; those skipped have been changed by
        somebody since. Refuses: P0002 unknown session; P0423 it is locked."""
        return cast("Dict[str, Any]", self.call("take_back_decisions", {"p_session_id": session_id, "p_decision_ids": decision_ids, "p_operation_id": operation_id}))

    def change_board(self, *, owner_id: str, changes: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Adds objects to the board of a project, space or item, and changes and removes them, in one step.
        p_changes is an array of {id, kind: add | set | remove, fields, expected, apart}; each id once. The
        last write to a field wins; with expected, fields whose value differs are left unchanged, and a row
        that differs is not removed. Objects added apart cover nothing: they move aside, all together.
        Returns {rev, skipped: [{item_id, reason: conflict | not_found}]}. Refuses: 22023 bad argument; 42501
        not allowed; P0002 unknown board or file."""
        return cast("Dict[str, Any]", self.call("change_board", {"p_owner_id": owner_id, "p_changes": changes, "p_operation_id": operation_id}))

    def change_task_blocks(self, *, studio_id: str, changes: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Creates, moves and deletes blocks of a studio in one step. p_changes is an array of {id, task_id,
        assignee_id, start_date, duration, row_index, is_deleted, expected}; with expected, the values a
        block had or {is_absent: true}, one that differs is left unchanged (reason conflict). A task always
        keeps a block, and is in the queue at most once. Returns {rev, skipped: [{block_id, task_id,
        reason}]}. Refuses: 22023 bad argument; 42501 not allowed; P0002 unknown studio, or a block and task
        that are not of it."""
        return cast("Dict[str, Any]", self.call("change_task_blocks", {"p_studio_id": studio_id, "p_changes": changes, "p_operation_id": operation_id}))

    def create_calendar_feed(self, *, studio_id: str) -> str:
        """Creates the caller's calendar address in a studio and returns its token, 40 hexadecimal characters
        shown only now; an earlier address ends. Refuses: P0002 unknown studio."""
        return cast("str", self.call("create_calendar_feed", {"p_studio_id": studio_id}, key=False))

    def create_task_block(self, *, task_id: str, assignee_id: Optional[str] = None, start_date: Optional[str] = None, duration: Optional[float] = None, row_index: Optional[int] = None, id: Optional[str] = None) -> Dict[str, Any]:
        """Adds a block; without date and assignee it waits in the queue, which holds at most one block of a
        task. Returns the block; a repeat with the same id, or a second queued block of a task, returns the
        existing one. Refuses: 22023 bad value; 42501 not allowed; P0002 unknown task."""
        return cast("Dict[str, Any]", self.call("create_task_block", {"p_task_id": task_id, "p_assignee_id": assignee_id, "p_start_date": start_date, "p_duration": duration, "p_row_index": row_index, "p_id": id}, key=False))

    def delete_task_block(self, *, block_id: str) -> Dict[str, Any]:
        """Removes a block; the only block of its task goes back to the queue instead (no assignee, no date,
        duration 1, row 0). Returns {deleted, queued}; both are false if there is no such block, so a repeat
        is harmless."""
        return cast("Dict[str, Any]", self.call("delete_task_block", {"p_block_id": block_id}, key=False))

    def get_studio_filter_data(self, *, studio_id: str) -> Dict[str, Any]:
        """Returns what a filter panel offers: {projects, spaces, collections, items, stages, statuses,
        artists}, each an array in display order. Row rules apply."""
        return cast("Dict[str, Any]", self.call("get_studio_filter_data", {"p_studio_id": studio_id}, reads=True))

    def get_studio_timeline_blocks(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """Lists every block of a studio with the names on its bar; task_data is {title, stage_id, status_id,
        item_slug, priority, due_date, estimated_hours}. Row rules apply."""
        return cast("List[Dict[str, Any]]", self.call("get_studio_timeline_blocks", {"p_studio_id": studio_id}, reads=True, pages=True))

    def get_task_estimations_for_items(self, *, item_ids: List[str]) -> List[Dict[str, Any]]:
        """Lists the estimates, in hours, of the tasks of items. Row rules apply. Refuses: 22023 'Invalid item
        IDs: ...' names the texts that are not UUIDs."""
        return cast("List[Dict[str, Any]]", self.call("get_task_estimations_for_items", {"p_item_ids": item_ids}, reads=True, pages=True))

    def has_calendar_feed(self, *, studio_id: str) -> bool:
        """Returns whether the caller has a calendar address in a studio."""
        return cast("bool", self.call("has_calendar_feed", {"p_studio_id": studio_id}, reads=True))

    def queue_unplanned_tasks(self, *, studio_id: str, project_id: Optional[str] = None, space_id: Optional[str] = None) -> Dict[str, Any]:
        """Puts up to 2000 tasks into the timeline's queue that are not done, not disabled, unassigned and not
        planned yet. Returns {rev, block_ids}. Refuses: 42501 not allowed; P0002 unknown studio."""
        return cast("Dict[str, Any]", self.call("queue_unplanned_tasks", {"p_studio_id": studio_id, "p_project_id": project_id, "p_space_id": space_id}, key=False))

    def remove_duplicate_queue_blocks(self, *, studio_id: str) -> int:
        """Keeps only the oldest queued block of each task, and returns how many were removed. Row rules apply."""
        return cast("int", self.call("remove_duplicate_queue_blocks", {"p_studio_id": studio_id}, key=False))

    def revoke_calendar_feed(self, *, studio_id: str) -> bool:
        """Ends the caller's calendar address in a studio; returns false if there was none."""
        return cast("bool", self.call("revoke_calendar_feed", {"p_studio_id": studio_id}, key=False))

    def set_days_off(self, *, studio_id: str, user_id: str, days: List[str], is_off: bool, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Marks days as off for a member, or removes the mark; one's own, or anyone's with the create
        permission. Repeatable. Returns {rev, skipped}. Refuses: 22023 no days or more than 366; 42501 not
        allowed; P0002 unknown member."""
        return cast("Dict[str, Any]", self.call("set_days_off", {"p_studio_id": studio_id, "p_user_id": user_id, "p_days": days, "p_is_off": is_off, "p_operation_id": operation_id}))

    def update_task_block(self, *, block_id: str, assignee_id: str, start_date: str, duration: float, row_index: int) -> Dict[str, Any]:
        """Moves a block to an assignee, date, duration and row; without a date it goes back to the queue.
        Returns the block. Refuses: 22023 bad value; P0002 unknown block or one the caller may not change."""
        return cast("Dict[str, Any]", self.call("update_task_block", {"p_block_id": block_id, "p_assignee_id": assignee_id, "p_start_date": start_date, "p_duration": duration, "p_row_index": row_index}, key=False))

    def upsert_task_estimation(self, *, task_id: str, estimated_hours: float, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Sets the estimate of a task, in hours, rounded to one decimal. Returns the row; a repeat changes
        nothing and returns the same. Refuses: 22023 'Estimated hours must be between 0 and 999.9'; a text
        that is not a UUID; P0002 unknown task."""
        return cast("Dict[str, Any]", self.call("upsert_task_estimation", {"p_task_id": task_id, "p_estimated_hours": estimated_hours, "p_operation_id": operation_id}))

    def change_time(self, *, studio_id: str, changes: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Changes the caller's own time in one step. p_changes is an array of {kind: 'revision', id, minutes}
        and {kind: 'entry', id, task_id, started_at, minutes, note, is_deleted}; an entry without minutes is
        a running timer, and starting it stops the one before. With expected, the previous minutes, 'running'
        or 'absent', whatever differs is left unchanged. Returns {rev, skipped: [{id, task_id, reason}]}.
        Refuses: 22023 bad argument; 42501 not allowed or a locked week; P0002 unknown studio or time."""
        return cast("Dict[str, Any]", self.call("change_time", {"p_studio_id": studio_id, "p_changes": changes, "p_operation_id": operation_id}))

    def get_space_time_stats(self, *, space_id: str) -> List[Dict[str, Any]]:
        """Sums the minutes logged on each task of a space over its revisions, leaving out tasks without any.
        Row rules apply."""
        return cast("List[Dict[str, Any]]", self.call("get_space_time_stats", {"p_space_id": space_id}, reads=True, pages=True))

    def get_time_state(self, *, studio_id: str) -> Dict[str, Any]:
        """Returns the caller's running timer and the locked weeks of a studio, newest first: {timer: {id,
        started_at, note} with names and address of its task, or null, locks: [{week, time_zone, starts_at,
        ends_at, locked_by, locked_by_name, locked_at}]}. Refuses: P0002 not a member."""
        return cast("Dict[str, Any]", self.call("get_time_state", {"p_studio_id": studio_id}, reads=True))

    def list_time_entries(self, *, studio_id: str, from_: str, to: str, user_id: Optional[str] = None, limit: Optional[int] = None, after_time: Optional[str] = None, after_id: Optional[str] = None) -> List[Dict[str, Any]]:
        """Lists a page of the time logged from p_from until before p_to in projects the caller may open, oldest
        first, starting after the row (p_after_time, p_after_id): revisions, and entries without one, whose
        version_number is null: an array of {id, user_id, user_name, created_at, version_number, minutes,
        comment, stage_id, project_id, space_id} with the names and the address of its task. Only leads see
        the entries of others. p_user_id limits it to one person. Refuses: 22023 a limit outside 1 to 1000;
        P0002 not a member."""
        return cast("List[Dict[str, Any]]", self.call("list_time_entries", {"p_studio_id": studio_id, "p_from": from_, "p_to": to, "p_user_id": user_id, "p_limit": limit, "p_after_time": after_time, "p_after_id": after_id}, reads=True))

    def set_time_lock(self, *, studio_id: str, week: str, time_zone: str, is_locked: bool, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Locks the logged time of a week that has ended, named by its Monday, from midnight to midnight in a
        time zone; or unlocks it. Repeatable: whoever locked it first stays on record. Returns {rev,
        skipped}. Refuses: 22023 not a Monday, an unknown zone or a week that has not ended; 42501 not a
        lead; P0002 unknown studio."""
        return cast("Dict[str, Any]", self.call("set_time_lock", {"p_studio_id": studio_id, "p_week": week, "p_time_zone": time_zone, "p_is_locked": is_locked, "p_operation_id": operation_id}))

    def summarize_time(self, *, studio_id: str, from_: str, to: str, time_zone: str, user_id: Optional[str] = None) -> Dict[str, Any]:
        """Adds up the time that list_time_entries would list from p_from until before p_to: {days, projects,
        stages, artists}, each an array of {key, name, minutes, entries}; days are those of the time zone.
        p_user_id limits it to one person. Refuses: 22023 more than 400 days or an unknown zone; P0002 not a
        member."""
        return cast("Dict[str, Any]", self.call("summarize_time", {"p_studio_id": studio_id, "p_from": from_, "p_to": to, "p_time_zone": time_zone, "p_user_id": user_id}, reads=True))

    def get_unread_count(self, *, studio_id: Optional[str] = None) -> int:
        """Counts the notifications the caller has not viewed, in all their studios or in one."""
        return cast("int", self.call("get_unread_count", {"p_studio_id": studio_id}, reads=True))

    def list_assignments(self, *, studio_id: str, user_id: str, limit: Optional[int] = None, after_due: Optional[str] = None, after_id: Optional[str] = None) -> Any:
        """Lists a page of a person's open work: their tasks that are neither done nor disabled nor of an
        omitted item, by due date, undated ones last, starting after the row (p_after_due, p_after_id): an
        array of tasks with due_date, priority and thumbnail_id. Assignees are those of a task's timeline
        blocks, else the task's own. Refuses: 22023 a limit outside 1 to 100; P0002 not a member."""
        return self.call("list_assignments", {"p_studio_id": studio_id, "p_user_id": user_id, "p_limit": limit, "p_after_due": after_due, "p_after_id": after_id}, reads=True)

    def list_mentions(self, *, studio_id: str, user_id: str, limit: Optional[int] = None, after_time: Optional[str] = None, after_id: Optional[str] = None) -> Any:
        """Lists a page of the comments that mention a person, newest first, starting after the row
        (p_after_time, p_after_id): those posted with the mention, and those whose text contains @ and the
        person's name. An array like list_studio_feed's. Refuses: 22023 a limit outside 1 to 100; P0002 not a
        member."""
        return self.call("list_mentions", {"p_studio_id": studio_id, "p_user_id": user_id, "p_limit": limit, "p_after_time": after_time, "p_after_id": after_id}, reads=True)

    def list_notifications(self, *, limit: Optional[int] = None, after_time: Optional[str] = None, after_id: Optional[str] = None, studio_id: Optional[str] = None) -> List[Dict[str, Any]]:
        """Lists a page of the caller's notifications from all their studios or from one, newest first, starting
        after the row (p_after_time, p_after_id): an array of {id, recipient_id, notification_type_id, type,
        actor_id, actor_name, target_type, target_id, data, thumbnail_id, studio_id, project_id, created_at,
        viewed, viewed_at} with the names, status and url of its task, and its item's picture, if the caller
        may see them; for a review these are of the task it last spoke of, and the url leads to the session's
        notes. Refuses: 22023 a limit outside 1 to 50."""
        return cast("List[Dict[str, Any]]", self.call("list_notifications", {"p_limit": limit, "p_after_time": after_time, "p_after_id": after_id, "p_studio_id": studio_id}, reads=True))

    def list_studio_feed(self, *, studio_id: str, actions: Optional[List[str]] = None, limit: Optional[int] = None, after_time: Optional[str] = None, after_id: Optional[str] = None, user_id: Optional[str] = None) -> Any:
        """Lists a page of what happened in a studio's projects that the caller may open, or of what one person
        did there, newest first, starting after the row (p_after_time, p_after_id): an array of feed items
        with the first 200 characters of the text or, if there is none, the status it set. When revisions are
        included, a comment on the same task and version by the same author within 5 seconds of its revision
        is left out. Refuses: 22023 an unknown action or a limit outside 1 to 100; P0002 not a member."""
        return self.call("list_studio_feed", {"p_studio_id": studio_id, "p_actions": actions, "p_limit": limit, "p_after_time": after_time, "p_after_id": after_id, "p_user_id": user_id}, reads=True)

    def mark_notifications_viewed(self, *, ids: Optional[List[str]] = None, before: Optional[str] = None) -> int:
        """Marks the caller's notifications as viewed, both those with the given ids and those not newer than
        p_before, and returns how many were not yet viewed. Refuses: 22023 neither is given."""
        return cast("int", self.call("mark_notifications_viewed", {"p_ids": ids, "p_before": before}, key=False))

    def delete_webhook(self, *, id: str) -> Any:
        """Deletes a webhook with its log and its pending deliveries. Refuses: P0002 unknown webhook."""
        return self.call("delete_webhook", {"p_id": id}, key=False)

    def export_events(self, *, studio_id: str, after: Optional[int] = None, limit: Optional[int] = None) -> Any:
        """Exports a part of a studio's whole log with its hash chain: {start, lines, cursor}. Each line is
        {'hash':…,'event':…}, where hash is the SHA-256 in hexadecimal of the previous hash (start, for the
        first) followed by the event's text exactly as it is in the line; cursor is null at the end. Only for
        those who may manage the studio's users and see all its projects. Refuses: 22023 a limit outside 1 to
        1000; 42501 not allowed; P0002 unknown studio."""
        return self.call("export_events", {"p_studio_id": studio_id, "p_after": after, "p_limit": limit}, key=False)

    def get_event_retention(self, *, studio_id: str) -> Any:
        """Returns for how many days a studio keeps its events. Refuses: P0002 unknown studio."""
        return self.call("get_event_retention", {"p_studio_id": studio_id}, reads=True)

    def list_activity(self, *, studio_id: str, before: Optional[int] = None, limit: Optional[int] = None, project_id: Optional[str] = None, item_id: Optional[str] = None, task_id: Optional[str] = None, actor_id: Optional[str] = None, kinds: Optional[List[str]] = None, from_: Optional[str] = None, to: Optional[str] = None, name: Optional[str] = None) -> Any:
        """Lists what happened, newest first, as far as the caller may see it: {events, before}, before is null
        at the end. Each event also has url, the address of its subject; undoable, whether it can still be
        undone; and if it can, changes: how many changes its operation made, which are undone together.
        p_from is inclusive, p_to exclusive. p_name finds items, or other things, by the name they had, or by
        its slug. Refuses: 22023 a limit outside 1 to 200, or an unknown kind; P0002 unknown studio."""
        return self.call("list_activity", {"p_studio_id": studio_id, "p_before": before, "p_limit": limit, "p_project_id": project_id, "p_item_id": item_id, "p_task_id": task_id, "p_actor_id": actor_id, "p_kinds": kinds, "p_from": from_, "p_to": to, "p_name": name}, reads=True)

    def list_deliveries(self, *, webhook_id: str, limit: Optional[int] = None) -> Any:
        """Lists a webhook's deliveries, newest first: [{id, seq, kind, state: waiting | sent | failed |
        skipped, attempts, status, answer, created_at, done_at, next_at, is_replay}]. Refuses: 22023 a limit
        outside 1 to 200; P0002 unknown webhook."""
        return self.call("list_deliveries", {"p_webhook_id": webhook_id, "p_limit": limit}, reads=True)

    def list_events(self, *, studio_id: str, after: Optional[int] = None, limit: Optional[int] = None, kinds: Optional[List[str]] = None) -> Any:
        """Lists what happened in a studio after an event number, oldest first, as far as the caller may see it:
        {events, cursor, newest}. cursor is the number to continue after: nothing below it can still appear.
        newest is the number of the newest event. A kind is a full name or a subject alone, such as
        task.status_changed or task. Refuses: 22023 a limit outside 1 to 1000, or an unknown kind; P0002
        unknown studio."""
        return self.call("list_events", {"p_studio_id": studio_id, "p_after": after, "p_limit": limit, "p_kinds": kinds}, reads=True)

    def list_webhooks(self, *, studio_id: str) -> Any:
        """Lists a studio's webhooks by name: [{id, name, url, kinds, form, project_id, condition, is_active,
        failing_since, created_by, created_at}]. Empty for callers who may not manage its users."""
        return self.call("list_webhooks", {"p_studio_id": studio_id}, reads=True)

    def record_export(self, *, studio_id: str, what: str, count: Optional[int] = None) -> Any:
        """Records in the audit log that the caller has exported rows from a studio: what, and how many. Returns
        the event's number. Refuses: 22023 no text or one that is too long; P0002 unknown studio."""
        return self.call("record_export", {"p_studio_id": studio_id, "p_what": what, "p_count": count}, key=False)

    def renew_webhook_secret(self, *, id: str, is_at_once: Optional[bool] = None) -> Any:
        """Gives a webhook a new secret and returns it, once: {secret, old_until}. For 24 hours messages are
        signed with both, so that a receiver can switch over; p_is_at_once ends the old one now. Refuses:
        P0002 unknown webhook."""
        return self.call("renew_webhook_secret", {"p_id": id, "p_is_at_once": is_at_once}, key=False)

    def replay_webhook(self, *, id: str, from_: int, to: Optional[int] = None) -> Any:
        """Delivers events again, from one number to another or to the newest, at most 10,000; returns how many.
        They keep the ids they had. Refuses: 22023 a missing number; P0002 unknown webhook."""
        return self.call("replay_webhook", {"p_id": id, "p_from": from_, "p_to": to}, key=False)

    def save_webhook(self, *, studio_id: str, id: str, name: str, url: str, kinds: Optional[List[str]] = None, form: Optional[str] = None, project_id: Optional[str] = None, is_active: Optional[bool] = None, condition: Optional[str] = None) -> Any:
        """Creates or changes a webhook under an id that the caller chooses, and returns it: with its secret
        only when it is created, never again. It receives what its maker may see and its expression matches.
        Its maker is whoever last changed what it receives or its address; an expression that is not given
        stays as it is. Refuses: 22023 a bad address, name, kind or form, or an expression that is too long;
        42501 not allowed; P0002 unknown studio or project."""
        return self.call("save_webhook", {"p_studio_id": studio_id, "p_id": id, "p_name": name, "p_url": url, "p_kinds": kinds, "p_form": form, "p_project_id": project_id, "p_is_active": is_active, "p_condition": condition}, key=False)

    def set_event_retention(self, *, studio_id: str, days: int) -> Any:
        """Sets for how many days (30 to 3650) a studio keeps its events; 400 by default. Refuses: 22023 days
        out of range; 42501 not an owner; P0002 unknown studio."""
        return self.call("set_event_retention", {"p_studio_id": studio_id, "p_days": days}, key=False)

    def test_webhook(self, *, id: str) -> Any:
        """Sends a webhook a test event, webhook.tested; returns its number, under which list_deliveries shows
        the response. Refuses: P0002 unknown webhook."""
        return self.call("test_webhook", {"p_id": id}, key=False)

    def undo_operation(self, *, studio_id: str, seq: int, operation_id: str) -> Any:
        """Undoes the operation that an event belongs to, and what rules did because of it, last first: with the
        caller's rights, and only where nobody has changed it since. Returns {rev, changed, skipped}.
        Refuses: 22023 an event that cannot be undone; 23505 already undone; P0002 no such event."""
        return self.call("undo_operation", {"p_studio_id": studio_id, "p_seq": seq, "p_operation_id": operation_id})

    def delete_report(self, *, id: str) -> Any:
        """Deletes a report of the caller. Refuses: P0002 unknown report."""
        return self.call("delete_report", {"p_id": id}, key=False)

    def list_reports(self, *, studio_id: str) -> Any:
        """Lists the caller's reports in a studio by name: [{id, name, period, view_id, space_id, days, at_time,
        url, form, is_active, stopped, problem, due, next_at, created_at, updated_at, is_signed, last}];
        problem says why one cannot be sent as it is, due is its next time by their clock, last is {due,
        state: waiting | sent | failed, attempts, problem, done_at}."""
        return self.call("list_reports", {"p_studio_id": studio_id}, reads=True)

    def renew_report_secret(self, *, id: str, is_at_once: Optional[bool] = None) -> Any:
        """Gives a report of the caller a new secret to sign its CSV with when it is posted, and returns it,
        once: {secret, old_until}. For 24 hours it is signed with both; p_is_at_once ends the old one now. A
        report that was never given a secret is not signed. Refuses: P0002 unknown report."""
        return self.call("renew_report_secret", {"p_id": id, "p_is_at_once": is_at_once}, key=False)

    def save_report(self, *, studio_id: str, id: str, name: str, days: List[int], at_time: str, period: Optional[str] = None, view_id: Optional[str] = None, url: Optional[str] = None, form: Optional[str] = None, is_active: Optional[bool] = None) -> Any:
        """Creates or changes a report of the caller under an id that the caller chooses, and returns it: the
        timesheet of the last day, week or month (p_period), or what a saved view shows (p_view_id), as CSV,
        on days (1 is Monday) at a time in the caller's time zone, mailed to them or posted to an address,
        which requires the right to manage users. It contains what they may see when it is sent. Refuses:
        22023 a bad name, period, day, time, address or form; 42501 not allowed; P0002 unknown studio, report
        or view."""
        return self.call("save_report", {"p_studio_id": studio_id, "p_id": id, "p_name": name, "p_days": days, "p_at_time": at_time, "p_period": period, "p_view_id": view_id, "p_url": url, "p_form": form, "p_is_active": is_active}, key=False)

    def send_report(self, *, id: str) -> Any:
        """Sends a report of the caller now, outside its schedule; list_reports shows the outcome. Refuses:
        22023 a report that is off, or whose view or space is deleted or hidden from the caller; P0002
        unknown report."""
        return self.call("send_report", {"p_id": id}, key=False)

    def delete_rule(self, *, id: str) -> Any:
        """Deletes a rule with the log of its runs; what it did stays. Refuses: P0002 unknown rule."""
        return self.call("delete_rule", {"p_id": id}, key=False)

    def get_rule_history(self, *, studio_id: str, project_id: Optional[str] = None, days: Optional[int] = None, is_wide: Optional[bool] = None, limit: Optional[int] = None) -> Any:
        """Returns past events to try a rule on: {events, rows, is_cut}: the newest events of the last p_days
        days that rules could answer or that changed what they decide upon, newest first, and the rows they
        are about as they are now; with p_is_wide whole collections. As far as the caller may see them.
        is_cut: there were more. Refuses: 22023 days outside 0 to 90 or a limit outside 1 to 5000; P0002
        unknown studio or project."""
        return self.call("get_rule_history", {"p_studio_id": studio_id, "p_project_id": project_id, "p_days": days, "p_is_wide": is_wide, "p_limit": limit}, reads=True)

    def list_rule_runs(self, *, rule_id: str, limit: Optional[int] = None) -> Any:
        """Lists the events a rule has answered, newest first: [{seq, ran_at, about, changed, problem}].
        Refuses: 22023 a limit outside 1 to 200; P0002 unknown rule."""
        return self.call("list_rule_runs", {"p_rule_id": rule_id, "p_limit": limit}, reads=True)

    def list_rules(self, *, studio_id: str) -> Any:
        """Lists a studio's rules by name: [{id, name, trigger, condition, actions, project_id, is_active,
        stopped, author, created_by, created_at, updated_at, runs, last}]; runs counts the last 30 days, last
        is {seq, ran_at, about, changed, problem}. Empty for callers who may not manage its users."""
        return self.call("list_rules", {"p_studio_id": studio_id}, reads=True)

    def save_rule(self, *, studio_id: str, id: str, name: str, trigger: Any, condition: str, actions: Any, project_id: Optional[str] = None, is_active: Optional[bool] = None) -> Any:
        """Creates or changes a rule under an id that the caller chooses, and returns it. Whoever saves it
        becomes its author: it may do what they may do and no more. Once on, it answers what happens from
        then on. Refuses: 22023 a bad name, condition, trigger or action; 42501 not allowed; P0002 unknown
        studio or project."""
        return self.call("save_rule", {"p_studio_id": studio_id, "p_id": id, "p_name": name, "p_trigger": trigger, "p_condition": condition, "p_actions": actions, "p_project_id": project_id, "p_is_active": is_active}, key=False)

    def get_overview(self, *, studio_id: str, time_zone: str, project_id: Optional[str] = None) -> Any:
        """Summarises the state of a project, or of all active projects of the studio that the caller may open;
        tasks count in active spaces, unless disabled or of omitted items. Returns {today, stages, weeks,
        late, waiting, load}: stages and load are as overview_stages and overview_load describe them; weeks:
        [{week, tasks}], eight Mondays and the tasks approved in each week, the last being the current one;
        late: {tasks, days, reasons: [{reason, tasks}], first: [{task_id, days, reason, detail} and place]},
        where days is the total; waiting: [{kind, user_id, tasks, days}] with the days of the longest.
        Refuses: P0002 not a member."""
        return self.call("get_overview", {"p_studio_id": studio_id, "p_time_zone": time_zone, "p_project_id": project_id}, reads=True)

    def list_overview_tasks(self, *, studio_id: str, time_zone: str, list: str, key: Optional[str] = None, project_id: Optional[str] = None, limit: Optional[int] = None, after_due: Optional[str] = None, after_id: Optional[str] = None) -> Any:
        """Lists a page of the tasks behind a number of get_overview, by due date, undated ones last, starting
        after the row (p_after_due, p_after_id): an array of tasks with due_date and is_done. p_list: tasks,
        done, stage (its id), late (a reason, or all), week (its Monday), review, nobody, notes (an artist's
        id) or load (the same, or all). Refuses: 22023 an unknown kind or a limit outside 1 to 100; P0002 not
        a member."""
        return self.call("list_overview_tasks", {"p_studio_id": studio_id, "p_time_zone": time_zone, "p_list": list, "p_key": key, "p_project_id": project_id, "p_limit": limit, "p_after_due": after_due, "p_after_id": after_id}, reads=True)

    def search_studio(self, *, studio_id: str, query: str, limit: Optional[int] = None) -> List[Dict[str, Any]]:
        """Finds the items, projects, spaces, people, comments and revisions of a studio that contain every word
        of p_query, in any order, ignoring case and accents; an asset also by its kind (vehicle truck), a
        revision by its item, stage and number (sh010 layout v3). If nothing matches, one typo in each longer
        word is forgiven, fewest typos first. An array of {kind, id, title, text, place, url, status_id,
        status_name, status_color, thumbnail_id, at, item_kind_id, item_kind_name}, the best of each kind
        first. Refuses: 22023 more than 200 characters or a limit outside 1 to 50; P0002 not a member."""
        return cast("List[Dict[str, Any]]", self.call("search_studio", {"p_studio_id": studio_id, "p_query": query, "p_limit": limit}, reads=True))

    def delete_rows(self, *, table: str, keys: List[str], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Deletes rows of a table by their keys (the id, or the parts of a composite key joined by colons),
        with everything below them, as far as the row rules allow. Returns {rev, deleted}; rev is null if all
        were gone already. restore_deleted undoes it. Refuses: 22023 unknown table or no keys; 23503 rows in
        use; 42501 rows the caller sees but may not delete."""
        return cast("Dict[str, Any]", self.call("delete_rows", {"p_table": table, "p_keys": keys, "p_operation_id": operation_id}))

    def insert_rows(self, *, table: str, rows: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Adds rows to a table, as far as the row rules allow; rows whose key exists stay as they are, and
        columns a row does not name take their default. Returns {rev}. A repeat adds nothing, even if
        somebody has deleted the rows since. Refuses: 22023 unknown table or no rows; 42703 unknown column."""
        return cast("Dict[str, Any]", self.call("insert_rows", {"p_table": table, "p_rows": rows, "p_operation_id": operation_id}))

    def restore_deleted(self, *, studio_id: str, rev: Optional[int] = None, operation_id: Optional[str] = None, deletion_id: Optional[str] = None) -> Dict[str, Any]:
        """Restores what was deleted in a studio at a revision within 30 days, parents first, with the same ids
        and slugs: the caller's own deletions, anyone's for a role that may delete. Instead of the revision,
        p_deletion_id names the caller's operation that deleted. Returns {rev, restored, skipped: [{table,
        key, reason: parent_gone | taken}]}, at most 100 of a table. Refuses: 23503 its parent is gone; 23505
        its place is taken; P0002 nothing to restore."""
        return cast("Dict[str, Any]", self.call("restore_deleted", {"p_studio_id": studio_id, "p_rev": rev, "p_operation_id": operation_id, "p_deletion_id": deletion_id}))

    def run_once(self, *, procedure: str, args: Dict[str, Any], operation_id: Optional[str] = None, unchanged: Optional[Dict[str, Any]] = None) -> Dict[str, Any]:
        """Calls a procedure that writes under an operation id, with the caller's rights; with p_unchanged,
        {since, rows: {table: [id]}}, only if these rows are unchanged since that revision. Returns {answer}:
        what the procedure returns; with p_unchanged also since, which the next write of the same rows names.
        A repeat changes nothing, even if somebody has changed it since, and returns the same; P0409 if that
        holds a secret, which is shown once, a webhook's for ten minutes, or if a row has changed. 22023 no
        such procedure or argument; otherwise as the procedure. Refuses: 22023 no such procedure or argument;
        P0409 somebody has changed one of the rows, or the call was carried out already and its result is
        shown only once."""
        return cast("Dict[str, Any]", self.call("run_once", {"p_procedure": procedure, "p_args": args, "p_operation_id": operation_id, "p_unchanged": unchanged}))

    def set_order_ranks(self, *, table: str, ids: List[str], ranks: List[float], collection_ids: Optional[List[str]] = None, expected_ranks: Optional[List[float]] = None, expected_collection_ids: Optional[List[str]] = None, operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Sets the ranks of collections, items, projects or spaces of a studio, one for each id, in one step;
        items may change their collection with it (null: stay). With expected ranks or collections, a row
        whose current one differs is left unchanged and listed in conflicts. Returns {rev, changed,
        conflicts: [id]}. Refuses: 22023 bad argument or a collection of another space; 42501 not allowed;
        P0002 none of the rows exists."""
        return cast("Dict[str, Any]", self.call("set_order_ranks", {"p_table": table, "p_ids": ids, "p_ranks": ranks, "p_collection_ids": collection_ids, "p_expected_ranks": expected_ranks, "p_expected_collection_ids": expected_collection_ids, "p_operation_id": operation_id}))

    def update_rows(self, *, table: str, changes: List[Dict[str, Any]], operation_id: Optional[str] = None) -> Dict[str, Any]:
        """Changes rows of a table, as far as the row rules allow. p_changes: [{key: {column: value}, values:
        {…}, expected: {…}}]; a row is changed only if it has the expected values. All or nothing. Returns
        {rev}. A repeat changes nothing, even if somebody has changed the rows since. Refuses: 22023 unknown
        table or no changes; 42501 a row the caller may not change; 42703 unknown column; P0002 a deleted
        row; P0409 a row that somebody else has changed to a different value."""
        return cast("Dict[str, Any]", self.call("update_rows", {"p_table": table, "p_changes": changes, "p_operation_id": operation_id}))

    def check_scope(self, *, scope_kind: str, scope_id: str, from_: Optional[str] = None) -> Dict[str, Any]:
        """Returns the checksums of what the pull of a scope (studio, space, item, timeline, board, review)
        would bring at its current revision, so that a device can tell whether its copy differs: {rev,
        tables: {items: {columns, count, sum}, …}}. For a timeline, from a day on if p_from gives one.
        Refuses: 22023 an unknown kind; P0002 like the pull."""
        return cast("Dict[str, Any]", self.call("check_scope", {"p_scope_kind": scope_kind, "p_scope_id": scope_id, "p_from": from_}, reads=True))

    def get_time(self) -> Any:
        """Returns the current time in milliseconds since 1970: the clock that everyone in a review session
        shares."""
        return self.call("get_time", {}, key=False)

    def pull_board(self, *, owner_id: str, since: Optional[int] = None) -> Dict[str, Any]:
        """Pulls the board of a project, space or item with its objects and their files, as columns: everything
        for p_since 0, else what changed after that revision and the keys of deleted rows. Empty until
        something is added to it. Refuses: P0002 the caller may not open the project."""
        return cast("Dict[str, Any]", self.call("pull_board", {"p_owner_id": owner_id, "p_since": since}, reads=True))

    def pull_casting(self, *, project_id: str, since: Optional[int] = None) -> Dict[str, Any]:
        """Pulls what a project's items are made with, as columns: everything for p_since 0, else what changed
        after that revision and the keys of deleted rows. Refuses: P0002 the caller may not open the project."""
        return cast("Dict[str, Any]", self.call("pull_casting", {"p_project_id": project_id, "p_since": since}, reads=True))

    def pull_item(self, *, item_id: str, since: Optional[int] = None) -> Dict[str, Any]:
        """Pulls the revisions, comments and files of an item's tasks as columns: everything for p_since 0, else
        what changed after that revision. Refuses: P0002 'Item not found'."""
        return cast("Dict[str, Any]", self.call("pull_item", {"p_item_id": item_id, "p_since": since}, reads=True))

    def pull_review(self, *, session_id: str, since: Optional[int] = None) -> Dict[str, Any]:
        """Pulls the entries of a review session as columns: everything for p_since 0, else what changed after
        that revision and the keys of deleted rows. Refuses: P0002 the caller may not open the project."""
        return cast("Dict[str, Any]", self.call("pull_review", {"p_session_id": session_id, "p_since": since}, reads=True))

    def pull_space(self, *, space_id: str, since: Optional[int] = None) -> Dict[str, Any]:
        """Pulls the collections, items, tasks, blocks and estimates of a space as columns: everything for
        p_since 0, else what changed after that revision. Refuses: P0002 'Space not found'."""
        return cast("Dict[str, Any]", self.call("pull_space", {"p_space_id": space_id, "p_since": since}, reads=True))

    def pull_studio(self, *, studio_id: str, since: Optional[int] = None) -> Dict[str, Any]:
        """Pulls the studio's catalogue as columns (table → column → values): everything for p_since 0, else the
        rows changed after that revision and the keys of deleted ones, with the revision to pull from next
        and what the caller may do. Refuses: P0002 not an active member."""
        return cast("Dict[str, Any]", self.call("pull_studio", {"p_studio_id": studio_id, "p_since": since}, reads=True))

    def pull_timeline(self, *, studio_id: str, since: Optional[int] = None, from_: Optional[str] = None) -> Dict[str, Any]:
        """Pulls the blocks of a studio, the tasks they are about with the names on their bars, and days off, as
        columns: everything for p_since 0, else what changed after that revision. With p_from, everything is
        the tasks with a block in the queue or ending after that day. Refuses: P0002 not an active member."""
        return cast("Dict[str, Any]", self.call("pull_timeline", {"p_studio_id": studio_id, "p_since": since, "p_from": from_}, reads=True))

    def create_access_token(self, *, studio_id: str, name: str, days: Optional[int] = None, service_account_id: Optional[str] = None) -> Dict[str, Any]:
        """Creates a token that acts as the caller, or as a service account they manage, in this studio alone,
        for p_days (1 to 366): {id, token, name, expires_at}. The token is shown only now. Refuses: 22023 bad
        name or days; 42501 not allowed, including by a token; P0002 unknown studio or account."""
        return cast("Dict[str, Any]", self.call("create_access_token", {"p_studio_id": studio_id, "p_name": name, "p_days": days, "p_service_account_id": service_account_id}, key=False))

    def create_service_account(self, *, studio_id: str, name: str, role: Optional[str] = None) -> Dict[str, Any]:
        """Creates an account for programs, a member of this studio alone in a role below the caller's: {id,
        name, role}. It cannot sign in; its tokens act for it. Refuses: 22023 bad name or role; 42501 not
        allowed; P0002 unknown studio."""
        return cast("Dict[str, Any]", self.call("create_service_account", {"p_studio_id": studio_id, "p_name": name, "p_role": role}, key=False))

    def decide_device_sign_in(self, *, user_code: str, studio_id: str, is_approved: bool) -> bool:
        """Lets the machine with this code act as the caller in one studio, or denies it. A code is decided
        once. Refuses: 429 after ten wrong codes in a minute; 22023 a wrong code; 42501 called with a token;
        P0002 unknown studio."""
        return cast("bool", self.call("decide_device_sign_in", {"p_user_code": user_code, "p_studio_id": studio_id, "p_is_approved": is_approved}, key=False))

    def delete_service_account(self, *, id: str) -> bool:
        """Ends a service account's tokens and its membership; what it posted keeps its name. Refuses: 42501 not
        allowed; P0002 unknown account."""
        return cast("bool", self.call("delete_service_account", {"p_id": id}, key=False))

    def describe_device_sign_in(self, *, user_code: str) -> Dict[str, Any]:
        """Returns which machine shows this code: {client_name, created_at, expires_at}. Refuses: 429 after ten
        wrong ones in a minute; 22023 a wrong code."""
        return cast("Dict[str, Any]", self.call("describe_device_sign_in", {"p_user_code": user_code}, key=False))

    def list_access_tokens(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """Lists the caller's tokens in a studio, or everyone's for callers who may manage its users, newest
        first. Never the tokens themselves: hint is the end of one."""
        return cast("List[Dict[str, Any]]", self.call("list_access_tokens", {"p_studio_id": studio_id}, reads=True, pages=True))

    def list_service_accounts(self, *, studio_id: str) -> List[Dict[str, Any]]:
        """Lists a studio's service accounts by name with how many valid tokens each has. Empty for callers who
        may not manage its users."""
        return cast("List[Dict[str, Any]]", self.call("list_service_accounts", {"p_studio_id": studio_id}, reads=True, pages=True))

    def revoke_access_token(self, *, token_id: str) -> bool:
        """Ends a token and the sessions it was exchanged for at once; returns true, also on a repeat. One's
        own, or any of the studio for callers who may manage its users. Refuses: P0002 no such token the
        caller may end."""
        return cast("bool", self.call("revoke_access_token", {"p_token_id": token_id}, key=False))

    def check_rls_status(self) -> List[Dict[str, Any]]:
        """Lists, for each table the API exposes, whether row rules are on, how many there are, and which verbs
        the caller's database role has at all."""
        return cast("List[Dict[str, Any]]", self.call("check_rls_status", {}, reads=True, pages=True))

    def debug_collection_access(self, *, space_id: str) -> Dict[str, Any]:
        """Explains why the caller does or does not see a space's collections: {user_id, space_id,
        can_see_space, can_change, collection_count}. Reveals nothing about others."""
        return cast("Dict[str, Any]", self.call("debug_collection_access", {"p_space_id": space_id}, reads=True))

    def debug_current_user_context(self) -> Dict[str, Any]:
        """Returns whom the database takes the caller for: {user_id, role, email, is_super_admin,
        active_studio_id, studio_ids, project_count}."""
        return cast("Dict[str, Any]", self.call("debug_current_user_context", {}, reads=True))

    def debug_user_studio_access(self) -> List[Dict[str, Any]]:
        """Lists the caller's own memberships: [{studio_id, studio_name, role, is_archived, project_count}]."""
        return cast("List[Dict[str, Any]]", self.call("debug_user_studio_access", {}, reads=True))

    def diagnose_user_roles(self, *, studio_id: str) -> Dict[str, Any]:
        """Returns what the caller is in a studio: {user_id, studio_id, is_member, role, level, permissions,
        can_edit_roles}. Non-members are told that they are not a member."""
        return cast("Dict[str, Any]", self.call("diagnose_user_roles", {"p_studio_id": studio_id}, reads=True))

    def save_push_subscription(self, *, endpoint: str, p256dh: str, auth: str, label: Optional[str] = None) -> None:
        """Registers the caller's browser for web push, with the keys of RFC 8291 in base64url; the newest 20 of
        a person are kept. Refuses: 22023 invalid details; 42501 a token's session."""
        self.call("save_push_subscription", {"p_endpoint": endpoint, "p_p256dh": p256dh, "p_auth": auth, "p_label": label}, key=False)

    def has_media_worker(self) -> bool:
        """Returns whether a media worker asked for work in the last two minutes, so that what browsers cannot
        play will become playable."""
        return cast("bool", self.call("has_media_worker", {}, reads=True))

    def retry_media_job(self, *, media_id: str) -> None:
        """Allows three more tries at a file that no media worker could make pictures and a proxy of; nothing
        happens if none has failed. For roles with Comment that may open its project: P0002 for others."""
        self.call("retry_media_job", {"p_media_id": media_id}, key=False)
