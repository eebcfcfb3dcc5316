import { by, defineProcedures, id, json, list, maybe, object, oneOf, orNull, whole, yes } from './define.ts'

/** Objects on references boards. */
export const boards = defineProcedures({
  change_board: {
    says: 'Adds objects to the board of a project, space or item, and changes and removes them, in one step. p_changes is an array of {id, kind: add | set | remove, fields, expected, apart}; each id once. The last write to a field wins; with expected, fields whose value differs are left unchanged, and a row that differs is not removed. Objects added apart cover nothing: they move aside, all together. Returns {rev, skipped: [{item_id, reason: conflict | not_found}]}.',
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
