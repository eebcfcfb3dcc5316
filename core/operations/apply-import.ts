import type { ImportChanges } from '../domain/exchange/import-changes.ts'
import type { Gateway } from '../gateway/ports.ts'
import type { OperationId, SpaceId } from '../lib/ids.ts'

export type ImportOutcome = {
  readonly collections: number
  readonly items: number
  readonly tasks: number
  readonly changed: number
  readonly deleted: number
  /** Rows that somebody else changed since, left as they are. */
  readonly conflicts: readonly { readonly id: string; readonly field: string }[]
}

type Request = {
  readonly spaceId: SpaceId
  readonly changes: ImportChanges
  /** The same id again answers as the first time and changes nothing. */
  readonly operationId: OperationId
  /** What to do where somebody else changed a row since: nothing at all, or everything but that row. */
  readonly onConflict: 'refuse' | 'skip'
}

/**
 * Carries an import out in one step on the server, all of it or nothing. Fails with `conflict` where `refuse` was asked for
 * and somebody was faster, and with any other `AppError`.
 */
export async function applyImport(
  gateway: Pick<Gateway, 'call'>,
  { spaceId, changes, operationId, onConflict }: Request,
): Promise<ImportOutcome> {
  const { deletions, itemChanges, taskChanges, ...made } = changes
  const wire = {
    ...snakeCase(made),
    item_changes: itemChanges.map(({ id, expected, fields }) => ({
      id,
      expected: snakeCase(expected),
      fields: snakeCase(fields),
    })),
    task_changes: taskChanges.map(({ field, ...change }) => ({ ...change, field: toSnakeCase(field) })),
    ...(deletions && { deletions }),
    on_conflict: onConflict,
  }
  const request = { p_space_id: spaceId, p_changes: wire, p_operation_id: operationId }
  // The procedure's own answer (apply_import).
  return (await gateway.call('apply_import', request)) as ImportOutcome
}

/** An object's keys in snake case, through lists of objects; ids elsewhere keep the names of their systems. */
function snakeCase(values: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(values).map(([key, value]: [string, unknown]) => [
      toSnakeCase(key),
      Array.isArray(value) ? value.map((each: unknown) => (isObject(each) ? snakeCase(each) : each)) : value,
    ]),
  )
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Our names for fields, as the database has them. */
function toSnakeCase(name: string): string {
  if (name === 'itemType') return 'item_type_id'
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
