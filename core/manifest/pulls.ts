import { by, byDefault, day, defineProcedures, id, json, list, maybe, number, object, text, whole } from './define.ts'

/** Changes as columns: table → column → values; all lists of a table have the same length. */
const pulled = by(json)

/** Pulls: everything a client keeps, or what changed since a revision number. */
export const pulls = defineProcedures({
  check_scope: {
    says: 'Returns the checksums of what the pull of a scope (studio, space, item, timeline, board, review) would bring at its current revision, so that a device can tell whether its copy differs: {rev, tables: {items: {columns, count, sum}, …}}. For a timeline, from a day on if p_from gives one.',
    args: { p_scope_kind: text, p_scope_id: id, p_from: maybe(day) },
    returns: object({ rev: whole, tables: by(object({ columns: list(text), count: whole, sum: number })) }),
    reads: true,
    errors: { '22023': 'an unknown kind', P0002: 'like the pull' },
  },
  get_time: {
    says: 'Returns the current time in milliseconds since 1970: the clock that everyone in a review session shares.',
    args: {},
    returns: json,
  },
  pull_board: {
    says: 'Pulls the board of a project, space or item with its objects and their files, as columns: everything for p_since 0, else what changed after that revision and the keys of deleted rows. Empty until something is added to it.',
    args: { p_owner_id: id, p_since: byDefault(whole, 0) },
    returns: pulled,
    reads: true,
    errors: { P0002: 'the caller may not open the project' },
  },
  pull_casting: {
    says: "Pulls what a project's items are made with, as columns: everything for p_since 0, else what changed after that revision and the keys of deleted rows.",
    args: { p_project_id: id, p_since: byDefault(whole, 0) },
    returns: pulled,
    reads: true,
    errors: { P0002: 'the caller may not open the project' },
  },
  pull_item: {
    says: "Pulls the revisions, comments and files of an item's tasks as columns: everything for p_since 0, else what changed after that revision.",
    args: { p_item_id: id, p_since: byDefault(whole, 0) },
    returns: pulled,
    reads: true,
    errors: { P0002: "'Item not found'" },
  },
  pull_review: {
    says: 'Pulls the entries of a review session as columns: everything for p_since 0, else what changed after that revision and the keys of deleted rows.',
    args: { p_session_id: id, p_since: byDefault(whole, 0) },
    returns: pulled,
    reads: true,
    errors: { P0002: 'the caller may not open the project' },
  },
  pull_space: {
    says: 'Pulls the collections, items, tasks, blocks and estimates of a space as columns: everything for p_since 0, else what changed after that revision.',
    args: { p_space_id: id, p_since: byDefault(whole, 0) },
    returns: pulled,
    reads: true,
    errors: { P0002: "'Space not found'" },
  },
  pull_studio: {
    says: "Pulls the studio's catalogue as columns (table → column → values): everything for p_since 0, else the rows changed after that revision and the keys of deleted ones, with the revision to pull from next and what the caller may do.",
    args: { p_studio_id: id, p_since: byDefault(whole, 0) },
    returns: pulled,
    reads: true,
    errors: { P0002: 'not an active member' },
  },
  pull_timeline: {
    says: 'Pulls the blocks of a studio, the tasks they are about with the names on their bars, and days off, as columns: everything for p_since 0, else what changed after that revision. With p_from, everything is the tasks with a block in the queue or ending after that day.',
    args: { p_studio_id: id, p_since: byDefault(whole, 0), p_from: maybe(day) },
    returns: pulled,
    reads: true,
    errors: { P0002: 'not an active member' },
  },
})
