import { listSteps, type ImportChanges } from './import-changes.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import type { OperationId, SpaceId } from '#core/lib/ids.ts'

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
 * Carries an import out in one step on the server, all of it or nothing. An answer that got lost is asked for again: the server
 * has kept it under the operation's id, or ends what it is at first. Fails with `conflict` where `refuse` was asked for and
 * somebody was faster, and with any other `AppError`.
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
  const ask = (): Promise<unknown> => gateway.call('apply_import', request)
  const answer = await ask().catch((error: unknown) => {
    if (error instanceof AppError && error.retryable) return ask()
    throw error
  })
  // The procedure's own answer (apply_import).
  return answer as ImportOutcome
}

/**
 * Takes an import back, step by step where it made much; what somebody else changed since stays. Fails as `applyImport` does,
 * and goes on where it was when it is asked for again.
 */
export async function takeImportBack(
  gateway: Pick<Gateway, 'call'>,
  { spaceId, reverse, newId }: Pick<Request, 'spaceId'> & { reverse: ImportChanges; newId: () => OperationId },
): Promise<Pick<ImportOutcome, 'deleted' | 'changed' | 'conflicts'> & { readonly operationId: OperationId }> {
  let all = { deleted: 0, changed: 0, conflicts: [] as ImportOutcome['conflicts'], operationId: newId() }
  for (const changes of listSteps(reverse)) {
    const { operationId } = all
    const done = await applyImport(gateway, { spaceId, changes, operationId, onConflict: 'skip' })
    all = {
      deleted: all.deleted + done.deleted,
      changed: all.changed + done.changed,
      conflicts: [...all.conflicts, ...done.conflicts],
      operationId: newId(),
    }
  }
  return all
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
