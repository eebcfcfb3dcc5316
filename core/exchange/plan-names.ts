import type { ImportChanges, NewImportNames } from './import-changes.ts'
import type { ProposedNames } from './propose-names.ts'
import type { Catalogue } from './space-content.ts'

type Input = { readonly catalogue: Catalogue; readonly newNames?: ProposedNames | undefined }

/** Plans an import with the accepted new statuses, stages and kinds, and creates only those that are used. */
export function planWithNames<Given extends Input, Plan extends { readonly changes: ImportChanges }>(
  input: Given,
  plan: (input: Given) => Plan,
): Plan {
  const { newNames, catalogue } = input
  if (newNames === undefined) return plan(input)
  const planned = plan({ ...input, catalogue: withNewNames(catalogue, newNames.made) })
  const names = listUsedNames(planned.changes, newNames.made)
  const isNone = Object.values(names).every((rows) => rows.length === 0)
  return isNone ? planned : { ...planned, changes: { ...planned.changes, names } }
}

/** Adds new names to the catalogue of the studio and its space. */
function withNewNames(catalogue: Catalogue, made: NewImportNames): Catalogue {
  return {
    ...catalogue,
    statuses: [...catalogue.statuses, ...made.statuses.map((status) => ({ ...status, isDefault: false }))],
    stages: [...catalogue.stages, ...made.stages.map((stage) => ({ ...stage, icon: undefined }))],
    kinds: [
      ...(catalogue.kinds ?? []),
      ...made.kinds.map((kind) => ({ ...kind, icon: '', stageIds: [], fieldIds: [] })),
    ],
    activeStageIds: [...catalogue.activeStageIds, ...made.spaceStages.map(({ stageId }) => stageId)],
  }
}

/** Filters new names to those some task or item uses; an existing stage is added to the space in any case. */
function listUsedNames(
  { items, tasks, itemChanges, taskChanges }: ImportChanges,
  made: NewImportNames,
): NewImportNames {
  const used = new Set<unknown>([
    ...items.map(({ kindId }) => kindId),
    ...tasks.flatMap(({ stageId, statusId }) => [stageId, statusId]),
    ...itemChanges.map(({ fields }) => fields['kindId']),
    ...taskChanges.flatMap(({ field, to }) => (field === 'statusId' ? [to] : [])),
  ])
  const isNew = new Set<unknown>(made.stages.map(({ id }) => id))
  return {
    statuses: made.statuses.filter(({ id }) => used.has(id)),
    stages: made.stages.filter(({ id }) => used.has(id)),
    kinds: made.kinds.filter(({ id }) => used.has(id)),
    spaceStages: made.spaceStages.filter(({ stageId }) => !isNew.has(stageId) || used.has(stageId)),
    spaceStatuses: made.spaceStatuses.filter(({ statusId }) => used.has(statusId)),
  }
}
