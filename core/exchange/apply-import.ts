import type { ImportChanges } from './import-changes.ts'
import type { ImportProgress } from './import-progress.ts'
import { makeFields, withKeys, type FieldKeys } from './make-fields.ts'
import { makeNames, withNames, type MadeNames } from './make-names.ts'
import { makeOptions, withOptions, type MadeOptions } from './make-options.ts'
import { applyLinks } from './apply-links.ts'
import { callOnce } from './call-once.ts'
import { idOfStep, listSteps } from './import-steps.ts'
import type { NamedThing } from './propose-names.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import type { OperationId, SpaceId, StudioId } from '#core/lib/ids.ts'

export type ImportOutcome = {
  readonly collections: number
  readonly items: number
  readonly tasks: number
  readonly comments: number
  readonly changed: number
  readonly deleted: number
  /** Rows that somebody else has changed since, left as they are. */
  readonly conflicts: readonly { readonly id: string; readonly field: string }[]
  /** Statuses, stages and kinds that could not be removed because they are in use. */
  readonly kept?: readonly { readonly of: NamedThing; readonly name: string }[]
}

type Request = {
  readonly studioId: StudioId
  readonly spaceId: SpaceId
  readonly changes: ImportChanges
  /** A repeat with the same id returns the first answer and changes nothing. */
  readonly operationId: OperationId
  /** If somebody else has changed a row since: change nothing at all, or everything but that row. */
  readonly onConflict: 'refuse' | 'skip'
  /** Called and awaited once names, fields and options exist, with the changes under their final keys and ids. */
  readonly onFields?: ((changes: ImportChanges) => void | Promise<void>) | undefined
  /** Called and awaited after each step, with the rows written so far and the total. */
  readonly onStep?: ((progress: ImportProgress) => void | Promise<void>) | undefined
}

/**
 * Carries out an import, in steps if it is large, so that others who write to the studio never wait long. A request
 * whose answer is lost is repeated: the server has the answer under the step's id, or finishes the first attempt. With
 * `refuse` it fails with `conflict` if somebody else changed a row: before anything is written, unless the change came
 * after the check. After any other `AppError`, what was done stays, and the same request continues from there.
 */
export async function applyImport(
  gateway: Pick<Gateway, 'call' | 'pull'>,
  { studioId, spaceId, changes, operationId, onConflict, onFields, onStep }: Request,
): Promise<ImportOutcome> {
  const rows = countRows(changes)
  const { fields = [], options = [], names } = changes
  let keys: FieldKeys | undefined
  let made: MadeOptions | undefined
  let ids: MadeNames | undefined
  let isMade = fields.length + options.length === 0 && names === undefined
  const settle = <Changes extends ImportChanges>(planned: Changes): Changes =>
    withNames(withOptions(withKeys(planned, keys), made), ids)
  let all: ImportOutcome = { collections: 0, items: 0, tasks: 0, comments: 0, changed: 0, deleted: 0, conflicts: [] }
  let done = 0
  const setLinks = async (): Promise<void> => {
    for await (const answer of applyLinks(gateway, { links: changes.links ?? [], operationId })) {
      const { changed, conflicts } = answer
      all = { ...all, changed: all.changed + changed, conflicts: [...all.conflicts, ...conflicts] }
      done += answer.rows
      await onStep?.({ done, rows })
    }
  }
  // When an import is undone, links go first, while the items at both ends still exist.
  if (changes.deletions !== undefined) await setLinks()
  for (const [index, step] of listSteps(changes, onConflict).entries()) {
    if (step.isCheck !== true && !isMade) {
      if (names !== undefined) ids = await makeNames(gateway, { studioId, spaceId, names, operationId })
      if (fields.length > 0) keys = await makeFields(gateway, { studioId, fields, operationId })
      if (options.length > 0) made = await makeOptions(gateway, { options, operationId })
      isMade = true
      await onFields?.(settle(changes))
    }
    const answer = await callOnce<ImportOutcome>(gateway, 'apply_import', {
      p_space_id: spaceId,
      p_changes: {
        ...toWire(settle(step)),
        on_conflict: onConflict,
        ...(step.isCheck && { only_check: true }),
      },
      p_operation_id: idOfStep(operationId, index),
    })
    all = {
      collections: all.collections + answer.collections,
      items: all.items + answer.items,
      tasks: all.tasks + answer.tasks,
      comments: all.comments + answer.comments,
      changed: all.changed + answer.changed,
      deleted: all.deleted + answer.deleted,
      conflicts: [...all.conflicts, ...answer.conflicts],
      kept: [...(all.kept ?? []), ...(answer.kept ?? [])],
    }
    done += step.isCheck ? 0 : countRows(step)
    await onStep?.({ done, rows })
  }
  if (changes.deletions === undefined) await setLinks()
  return all
}

/** Undoes an import, leaving what somebody else has changed since. Fails as `applyImport` does. */
export async function undoImportedChanges(
  gateway: Pick<Gateway, 'call' | 'pull'>,
  { reverse, ...request }: Omit<Request, 'changes' | 'onConflict'> & { readonly reverse: ImportChanges },
): Promise<ImportOutcome> {
  return await applyImport(gateway, { ...request, changes: reverse, onConflict: 'skip' })
}

function toWire({ deletions, itemChanges, taskChanges, collections, items, tasks, comments }: ImportChanges): object {
  return {
    ...snakeCase({ collections, items, tasks, ...(comments && { comments }) }),
    item_changes: itemChanges.map(({ id, expected, fields }) => ({
      id,
      expected: snakeCase(expected),
      fields: snakeCase(fields),
    })),
    task_changes: taskChanges.map(({ field, ...change }) => ({ ...change, field: toSnakeCase(field) })),
    ...(deletions && { deletions: snakeCase(deletions) }),
  }
}

/** Counts the rows an import writes; a row with several new values counts once per write. */
function countRows({
  collections,
  items,
  tasks,
  itemChanges,
  taskChanges,
  links = [],
  comments = [],
  deletions,
}: ImportChanges): number {
  const { collections: noCollections = [], items: noItems = [], tasks: noTasks = [] } = deletions ?? {}
  const gone = [noCollections, noItems, noTasks, deletions?.comments ?? []]
  return [collections, items, tasks, itemChanges, taskChanges, links, comments, ...gone].flat().length
}

/**
 * Converts an object's keys to snake case, also in lists of objects; keys of external ids keep their systems' names.
 */
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

/** Converts our field names to the database's. */
function toSnakeCase(name: string): string {
  if (name === 'itemType') return 'item_type_id'
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
