import { openHistories } from '#cli/select/load-items.ts'
import type { Context } from '#cli/context.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { openPlace, openReview, pickReview, type Place, type ReviewLine, type SessionChoice } from './open-review.ts'

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'list the tasks of a review session and how they were judged',
  examples: ['review show Monday'],
  run: async (options: SessionChoice, context) => {
    const place = await openPlace(context)
    const { lines } = await openReview(place, pickReview(place.studio, options))
    const lost = await findLostRevisions(place, lines)
    const rows = lines.map(({ entry, record }, index) => ({
      id: entry.id,
      place: index + 1,
      // Deleted tasks are listed too.
      path: record?.path ?? null,
      status: record?.status ?? null,
      judged: place.studio.replica.find('task_statuses', entry.judgedStatusId ?? '')?.name ?? null,
      cutIn: entry.cutIn ?? null,
      cutOut: entry.cutOut ?? null,
      taskId: entry.taskId,
      versionId: entry.versionId ?? null,
      problem: record === undefined ? 'task deleted' : lost.has(entry.id) ? 'revision deleted' : null,
    }))
    context.printList({
      rows,
      fields: ['id', 'place', 'path', 'status', 'judged', 'cutIn', 'cutOut', 'taskId', 'versionId', 'problem'],
      columns: ['place', 'path', 'status', 'judged', 'cutIn', 'cutOut'],
    })
    printProblems(rows, context)
  },
})

/** Returns the entries whose revision no longer exists. */
async function findLostRevisions({ client }: Place, lines: readonly ReviewLine[]): Promise<ReadonlySet<string>> {
  const pinned = lines.flatMap(({ entry, record }) =>
    entry.versionId === undefined || record === undefined ? [] : [{ entry, record }],
  )
  const histories = await openHistories(
    client,
    pinned.map(({ record }) => record),
  )
  const isLost = ({ entry, record }: (typeof pinned)[number], at: number): boolean =>
    histories[at]?.item.getVersions(record.task.id).every(({ id }) => id !== entry.versionId) === true
  return new Set(pinned.filter(isLost).map(({ entry }) => entry.id))
}

type Row = { readonly place: number; readonly problem: string | null }

function printProblems(rows: readonly Row[], context: Context): void {
  const placesOf = (wanted: string) =>
    rows.flatMap(({ place, problem }) => (problem === wanted ? place : [])).join(', ')
  const [revisions, tasks] = [placesOf('revision deleted'), placesOf('task deleted')]
  if (revisions !== '')
    context.warn(`Revision deleted (${revisions}): open the session and choose “Show the newest revision”.`)
  if (tasks !== '')
    context.warn(`Task deleted (${tasks}): it stays in the session until it is removed there, or the task is restored.`)
}
