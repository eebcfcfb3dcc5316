import { chunk, groupBy } from '#core/lib/collections.ts'
import { toId, type OperationId } from '#core/lib/ids.ts'
import type { ImportChanges } from './import-changes.ts'

/** Rows that one step writes: others who write to the studio wait for it, and have to go on within a quarter of a second. */
const atOnce = { checked: 20_000, made: 3000, changed: 1500, deleted: 1000, comments: 1000, letters: 2_000_000 }

/** A part of an import; one with `isCheck` is refused where somebody else has changed a value since, and does nothing else. */
export type ImportStep = ImportChanges & { readonly isCheck?: true }

const none = { collections: [], items: [], tasks: [] }
const nothing: ImportChanges = { ...none, itemChanges: [], taskChanges: [], deletions: undefined }

/**
 * The same import in steps that each take a moment, however much it is. Where many values change they are checked first, all of them,
 * so that an import that comes too late for one of them is refused before anything is done; so they are where names, fields or options are made. Then come new collections and the values,
 * those of one task together; then new items with their tasks, in their order, then what was said of tasks. What is deleted comes last, tasks before their items,
 * collections at the end; such a step that comes again finds less to do.
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
  // Little is one step.
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

/** Checks write nothing, and hold up nobody; but a request has its length. */
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
  // Of items that are there.
  for (const [, more] of ofItem) add({ tasks: more })
  return steps
}

type Comments = NonNullable<ImportChanges['comments']>

/** So many at once, and of so many letters, as a request may be long. */
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

/** The step that makes fields, beyond all others. */
export const fieldsStep = 2 ** 40

/** The first of the steps that set links. */
export const linksStep = 2 ** 41

/** The step that adds options to lists. */
export const optionsStep = 2 ** 42

/** The first of the steps that add statuses, stages and kinds, and stages to the space: one for each table. */
export const namesStep = 2 ** 43

/** The id a step is repeated under: the first has the operation's own, the others follow from it. */
export function idOfStep(operationId: OperationId, index: number): OperationId {
  if (index === 0) return operationId
  const [, head = '', tail = ''] = /^(.*-)([0-9a-f]{12})$/i.exec(operationId) ?? []
  const next = (BigInt(`0x${tail}`) + BigInt(index)) % 2n ** 48n
  return toId<OperationId>(`${head}${next.toString(16).padStart(12, '0')}`)
}
