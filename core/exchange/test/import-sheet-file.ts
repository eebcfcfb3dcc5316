import type { MemberRow } from '#core/schema/studio-members.ts'
import { newId, type StageId, type StatusId, type UserId } from '#core/lib/ids.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { planImport } from '../import-plan.ts'
import { describePlan } from '../plan-summary.ts'
import { listNewFields } from '../propose-fields.ts'
import { readImportFile, type ImportFileOptions } from '../read-import-file.ts'
import type { Catalogue } from '../space-content.ts'
import { noImportChoices } from './no-import-choices.ts'

const stages = ['Layout', 'Animation', 'Compositing'].map((name) => {
  return { id: newId<StageId>(), name, color: '', category: 'production' as const, icon: undefined, orderIndex: 0 }
})
const members = ['Mei Tanaka', 'Jonas Weber'].map((displayName) => {
  const email = `${displayName.toLowerCase().replace(' ', '.')}@northlight.example`
  return { userId: newId<UserId>(), displayName, email } as MemberRow
})
const catalogue: Catalogue = {
  stages,
  members,
  statuses: defaultStatuses.map((status) => ({ ...status, id: newId<StatusId>() })),
  activeStageIds: stages.slice(0, 2).map(({ id }) => id),
}

const controlsOf = ({ controls }: Partial<ImportFileOptions>) => (controls === undefined ? {} : { controls })

/** Imports a sheet into an empty space: returns items, tasks in order of stages, and messages besides the numbers. */
export async function importSheetFile(lines: readonly string[] | Uint8Array, more: Partial<ImportFileOptions> = {}) {
  const bytes = lines instanceof Uint8Array ? lines : new TextEncoder().encode(lines.join('\n'))
  const read = await readImportFile(bytes, {
    format: 'csv',
    stages: stages.map(({ name }) => name),
    members,
    statuses: catalogue.statuses,
    space: 'Shots',
    ...noImportChoices,
    ...more,
  })
  if (!read.ok) throw new Error(read.error.message)
  const newFields = listNewFields(read.value)
  const content = { collections: [], items: [], tasks: [], hoursOf: () => undefined, isIllustration: false }
  const { entries, changes, summary } = planImport({
    rows: read.value.rows,
    content,
    catalogue,
    newFields,
    newId,
    ...controlsOf(more),
  })
  const names = new Map(changes.collections.map(({ id, name }) => [id, name]))
  const paths = new Map(changes.items.map(({ id, collectionId, title }) => [id, `${names.get(collectionId)}/${title}`]))
  const words = (...parts: readonly (string | undefined)[]): string => parts.filter(Boolean).join(' ')
  const statusOf = (id: StatusId | undefined): string =>
    catalogue.statuses.find((status) => status.id === id)?.name ?? 'TO DO'
  return {
    items: changes.items.map(({ id }) => paths.get(id)),
    changes,
    problems: entries.flatMap(({ problem }) => problem ?? []),
    tasks: stages.flatMap((stage) =>
      changes.tasks
        .filter(({ stageId }) => stageId === stage.id)
        .map(({ itemId, statusId, assigneeId, dueDate }) =>
          words(
            paths.get(itemId),
            stage.name,
            statusOf(statusId),
            members.find(({ userId }) => userId === assigneeId)?.displayName,
            dueDate,
          ),
        ),
    ),
    said: [
      ...describePlan(summary, read.value).slice(1),
      ...entries.flatMap(({ line, problem, left }) =>
        [...(problem === undefined ? [] : [problem]), ...left].map((text) => `Line ${line}: ${text}`),
      ),
    ],
  }
}
