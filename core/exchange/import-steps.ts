import { chunk, groupBy } from '#core/lib/collections.ts'
import { toId, type OperationId } from '#core/lib/ids.ts'
import type { ImportChanges } from './import-changes.ts'

/** Rows that one step makes or deletes: others who write to the studio wait for it, and have to go on within a quarter of a second. */
const atOnce = { made: 3000, deleted: 1000 }

const none = { collections: [], items: [], tasks: [] }
const nothing: ImportChanges = { ...none, itemChanges: [], taskChanges: [], deletions: undefined }

/**
 * The same import in steps that each take a moment, however much it is. What can be refused because somebody was faster comes first
 * and at once: collections and all values that change. Then new items with their tasks, in their order. What is deleted comes last,
 * tasks before their items, collections at the end; such a step that comes again finds less to do.
 */
export function listSteps(changes: ImportChanges): readonly ImportChanges[] {
  const { items, tasks, deletions } = changes
  const making = listMakingSteps({ items, tasks })
  const deleting = listDeletingSteps(deletions)
  const first = { ...changes, items: [], tasks: [], ...making[0] }
  if (deleting.length <= 1) return [{ ...first, deletions: deleting[0] }, ...making.slice(1).map(toStep)]
  return [
    { ...first, deletions: undefined },
    ...making.slice(1).map(toStep),
    ...deleting.map((step) => ({ ...nothing, deletions: step })),
  ]
}

type Made = Pick<ImportChanges, 'items' | 'tasks'>

const toStep = (made: Made): ImportChanges => ({ ...nothing, ...made })

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

function listDeletingSteps(deletions: ImportChanges['deletions']): readonly NonNullable<ImportChanges['deletions']>[] {
  if (deletions === undefined) return []
  const { collections, items, tasks } = deletions
  if (items.length + tasks.length <= atOnce.deleted) return [deletions]
  return [
    ...chunk(tasks, atOnce.deleted).map((ids) => ({ ...none, tasks: ids })),
    ...chunk(items, atOnce.deleted).map((ids) => ({ ...none, items: ids })),
    { ...none, collections },
  ]
}

/** The id a step is repeated under: the first has the operation's own, the others follow from it. */
export function idOfStep(operationId: OperationId, index: number): OperationId {
  if (index === 0) return operationId
  const [, head = '', tail = ''] = /^(.*-)([0-9a-f]{12})$/i.exec(operationId) ?? []
  const next = (BigInt(`0x${tail}`) + BigInt(index)) % 2n ** 48n
  return toId<OperationId>(`${head}${next.toString(16).padStart(12, '0')}`)
}
