import { by, byDefault, day, defineProcedures, id, json, list, maybe, number, object, text, whole } from './define.ts'

/** What changed, as columns: table → column → values, each list as long as the others of its table. */
const pulled = by(json)

/** Everything a client keeps, and what changed since a revision number. */
export const pulls = defineProcedures({
  check_scope: {
    says: 'The sums of what the pull of a scope (studio, space, item, timeline, board, review) would bring at its present revision, by which a device finds that it keeps something else: {rev, tables: {items: {columns, count, sum}, …}}. Of a timeline from a day on where p_from says one.',
    args: { p_scope_kind: text, p_scope_id: id, p_from: maybe(day) },
    returns: object({ rev: whole, tables: by(object({ columns: list(text), count: whole, sum: number })) }),
    reads: true,
    errors: { '22023': 'for a kind there is not', P0002: 'as the pull' },
  },
  get_time: {
    says: 'What time it is here, in milliseconds since 1970: the clock that everybody in a review session shares.',
    args: {},
    returns: json,
  },
  pull_board: {
    says: 'The board of a project, space or item with what lies on it and its files, as columns: all for p_since 0, else what changed after that revision and the keys of what went. Empty while nothing was laid on it.',
    args: { p_owner_id: id, p_since: byDefault(whole, 0) },
    returns: pulled,
    reads: true,
    errors: { P0002: 'for whoever may not open the project' },
  },
  pull_casting: {
    says: "What a project's items are made with, as columns: all for p_since 0, else what changed after that revision and the keys of what went.",
    args: { p_project_id: id, p_since: byDefault(whole, 0) },
    returns: pulled,
    reads: true,
    errors: { P0002: 'for whoever may not open the project' },
  },
  pull_item: {
    says: "Revisions, comments and files of an item's tasks as columns: all for p_since 0, else what changed after that revision.",
    args: { p_item_id: id, p_since: byDefault(whole, 0) },
    returns: pulled,
    reads: true,
    errors: { P0002: "'Item not found'" },
  },
  pull_review: {
    says: 'The entries of a review session as columns: all for p_since 0, else what changed after that revision and the keys of what went.',
    args: { p_session_id: id, p_since: byDefault(whole, 0) },
    returns: pulled,
    reads: true,
    errors: { P0002: 'for whoever may not open the project' },
  },
  pull_space: {
    says: 'Collections, items, tasks, blocks and estimates of a space as columns: all for p_since 0, else what changed after that revision.',
    args: { p_space_id: id, p_since: byDefault(whole, 0) },
    returns: pulled,
    reads: true,
    errors: { P0002: "'Space not found'" },
  },
  pull_studio: {
    says: "The studio's catalogue as columns (table → column → values): all of it for p_since 0, else the rows changed after that revision and the keys of deleted ones, with the revision to pull from next and what the caller may do.",
    args: { p_studio_id: id, p_since: byDefault(whole, 0) },
    returns: pulled,
    reads: true,
    errors: { P0002: 'for whoever is not an active member' },
  },
  pull_timeline: {
    says: 'The blocks of a studio, the tasks they are about with the names on their bars, and days off, as columns: all for p_since 0, else what changed after that revision. With p_from, all is the tasks of which a block waits in the queue or ends after that day.',
    args: { p_studio_id: id, p_since: byDefault(whole, 0), p_from: maybe(day) },
    returns: pulled,
    reads: true,
    errors: { P0002: 'for whoever is not an active member' },
  },
})
