import { chunk, groupBy } from '#core/lib/collections.ts'
import { toId, type OperationId } from '#core/lib/ids.ts'
import type { ImportChanges } from './import-changes.ts'

/**
 * Rows written per step: other writers in the studio wait for a step, which must take less than a quarter of a second.
 */
const atOnce = { checked: 20_000, made: 3000, changed: 1500, deleted: 1000, comments: 1000, letters: 2_000_000 }

/** A part of an import. With `isCheck` it writes nothing and is refused if somebody else has changed a value since. */
export type ImportStep = ImportChanges & { readonly isCheck?: true }

const none = { collections: [], items: [], tasks: [] }
const nothing: ImportChanges = { ...none, itemChanges: [], taskChanges: [], deletions: undefined }

/**
 * Splits an import into steps that each take a moment, however large it is. With `refuse`, if many values change, or
 * names, fields or options are created, all values are checked first, so that an import that comes too late is refused
 * before anything is written. Next come new collections and changed values, those of one task together; then new items
 * with their tasks, in order; then comments. Deletions come last: tasks before their items, then collections; a
 * repeated deletion finds less to do.
 */
export function listSteps(changes: ImportChanges, onConflict: 'refuse' | 'skip'): readonly ImportStep[] {
  const { collections, items, tasks, itemChanges, taskChanges, deletions } = changes
  const isMaking = [changes.fields, changes.options, changes.names].some((each) => each !== undefined)
  const making = listMakingSteps({ items, tasks })
  const deleting = listDeletingSteps(deletions)
  const changing = listChangingSteps({ itemChanges, taskChanges })
  const check: readonly ImportStep[] =
    (changing.length > 1 || (changing.length > 0 && isMaking)) && onConflict === 'refuse'
      ? listChecks({ itemChanges, taskChanges })
      : []
  const [firstChanges = {}, ...laterChanges] = changing
  const [firstMade = {}, ...laterMade] = making
  // A small import is a single step.
  const isApart = laterChanges.length > 0
  const saying = listSayingSteps(changes.comments ?? [])
  const isSaidAtOnce = !isApart && laterMade.length === 0 && saying.length === 1
  const said = isSaidAtOnce && { comments: saying[0] ?? [] }
  const first = { ...nothing, collections, ...firstChanges, ...(isApart ? {} : firstMade), ...said }
  const steps = [
    ...check,
    ...(deleting.length === 1 && !isApart ? [{ ...first, deletions: deleting[0] }] : [first]),
    ...laterChanges.map(toStep),
    ...(isApart ? making : laterMade).map(toStep),
    ...(isSaidAtOnce ? [] : saying.map((comments) => toStep({ comments }))),
  ]
  if (deleting.length === 1 && !isApart) return steps
  return [...steps, ...deleting.map((step) => ({ ...nothing, deletions: step }))]
}

type Changed = Pick<ImportChanges, 'itemChanges' | 'taskChanges'>

/** Lists the checks: they write nothing and block nobody, but the size of a request is limited. */
function listChecks({ itemChanges, taskChanges }: Changed): readonly ImportStep[] {
  const isCheck = true
  if (itemChanges.length + taskChanges.length <= atOnce.checked)
    return [{ ...nothing, itemChanges, taskChanges, isCheck }]
  return [
    ...chunk(itemChanges, atOnce.checked).map((part) => ({ ...nothing, itemChanges: part, isCheck }) as const),
    ...chunk(taskChanges, atOnce.checked).map((part) => ({ ...nothing, taskChanges: part, isCheck }) as const),
  ]
}

function listChangingSteps({ itemChanges, taskChanges }: Changed): readonly Changed[] {
  const steps: { itemChanges: ImportChanges['itemChanges']; taskChanges: ImportChanges['taskChanges'][number][] }[] = []
  for (const part of chunk(itemChanges, atOnce.changed)) steps.push({ itemChanges: part, taskChanges: [] })
  let rows = steps.at(-1)?.itemChanges.length ?? Number.POSITIVE_INFINITY
  for (const [, ofTask] of groupBy(taskChanges, ({ id }) => id)) {
    if (rows + ofTask.length > atOnce.changed) {
      steps.push({ itemChanges: [], taskChanges: [] })
      rows = 0
    }
    rows += ofTask.length
    steps.at(-1)?.taskChanges.push(...ofTask)
  }
  return steps
}

type Made = Pick<ImportChanges, 'items' | 'tasks'>

const toStep = (made: Partial<ImportChanges>): ImportStep => ({ ...nothing, ...made })

function listMakingSteps({ items, tasks }: Made): readonly Made[] {
  const ofItem = groupBy(tasks, ({ itemId }) => itemId)
  const steps: { items: ImportChanges['items'][number][]; tasks: ImportChanges['tasks'][number][] }[] = []
  let rows = Number.POSITIVE_INFINITY
  const add = (step: { item?: ImportChanges['items'][number]; tasks: ImportChanges['tasks'] }): void => {
    const size = step.tasks.length + (step.item === undefined ? 0 : 1)
    if (rows + size > atOnce.made) {
      steps.push({ items: [], tasks: [] })
      rows = 0
    }
    rows += size
    const last = steps.at(-1)
    if (step.item !== undefined) last?.items.push(step.item)
    last?.tasks.push(...step.tasks)
  }
  for (const item of items) {
    add({ item, tasks: ofItem.get(item.id) ?? [] })
    ofItem.delete(item.id)
  }
  // Tasks of existing items.
  for (const [, more] of ofItem) add({ tasks: more })
  return steps
}

type Comments = NonNullable<ImportChanges['comments']>

/** Splits comments by number and by length, as a request is limited in both. */
function listSayingSteps(comments: Comments): readonly Comments[] {
  const steps: Comments[number][][] = []
  let letters = Number.POSITIVE_INFINITY
  for (const comment of comments) {
    if (letters > atOnce.letters || steps.at(-1)?.length === atOnce.comments) {
      steps.push([])
      letters = 0
    }
    letters += comment.content.length
    steps.at(-1)?.push(comment)
  }
  return steps
}

function listDeletingSteps(deletions: ImportChanges['deletions']): readonly NonNullable<ImportChanges['deletions']>[] {
  if (deletions === undefined) return []
  const { collections, items, tasks, comments = [], ...made } = deletions
  if (items.length + tasks.length + comments.length <= atOnce.deleted) return [deletions]
  return [
    ...chunk(comments, atOnce.deleted).map((ids) => ({ ...none, comments: ids })),
    ...chunk(tasks, atOnce.deleted).map((ids) => ({ ...none, tasks: ids })),
    ...chunk(items, atOnce.deleted).map((ids) => ({ ...none, items: ids })),
    { ...none, collections, ...made },
  ]
}

/** The step index of creating fields, beyond all data steps. */
export const fieldsStep = 2 ** 40

/** The index of the first step that sets links. */
export const linksStep = 2 ** 41

/** The step index of adding options to lists. */
export const optionsStep = 2 ** 42

/** The index of the first step that adds statuses, stages and kinds, and stages to the space: one per table. */
export const namesStep = 2 ** 43

/** Returns the id that makes a step repeatable: the first has the operation's own, the others derive theirs from it. */
export function idOfStep(operationId: OperationId, index: number): OperationId {
  if (index === 0) return operationId
  const [, head = '', tail = ''] = /^(.*-)([0-9a-f]{12})$/i.exec(operationId) ?? []
  const next = (BigInt(`0x${tail}`) + BigInt(index)) % 2n ** 48n
  return toId<OperationId>(`${head}${next.toString(16).padStart(12, '0')}`)
}
