import { by, defineProcedures, id, json, list, maybe, object, oneOf, orNull, whole, yes } from './define.ts'

/** What lies on boards. */
export const boards = defineProcedures({
  change_board: {
    says: 'Lays things on the board of a project, space or item, changes and removes them in one step. p_changes is an array of {id, kind: add | set | remove, fields, expected, apart}; each id once. The last one to set a field wins; with expected, fields that have another value by now stay, and a row that differs is not removed. What is added apart covers nothing: it moves aside, all of it together. Answers {rev, skipped: [{item_id, reason: conflict | not_found}]}.',
    args: {
      p_owner_id: id,
      p_changes: list(
        object({
          id,
          kind: oneOf('add', 'set', 'remove'),
          fields: maybe(by(json)),
          expected: maybe(by(json)),
          apart: maybe(yes),
        }),
      ),
      p_operation_id: maybe(id),
    },
    returns: object({
      rev: orNull(whole),
      skipped: list(object({ item_id: id, reason: oneOf('conflict', 'not_found') })),
    }),
    permissions: ['create'],
    errors: { '22023': 'bad argument', '42501': 'not allowed', P0002: 'unknown board or file' },
  },
})
