import { makeUniqueKey } from '#core/lib/field-key.ts'
import { newId, type ItemKindId, type StageId, type StatusId } from '#core/lib/ids.ts'
import type { ItemType } from '#core/schema/items.ts'
import { toShortCode } from '#core/studios/default-statuses.ts'
import { guessStatusSense } from '#core/studios/find-by-name.ts'
import { projectColors, statusColors, statusColorsBySense } from '#core/studios/palette.ts'
import type { NewImportNames } from './import-changes.ts'
import type { NameProposal } from './propose-names.ts'
import type { Catalogue } from './space-content.ts'
import { guessCategory } from './stage-columns.ts'

/** The statuses, stages and kinds of a studio and its space. */
export type NameCatalogue = Pick<Catalogue, 'stages' | 'statuses' | 'kinds' | 'activeStageIds' | 'space' | 'members'>

type Given = {
  readonly catalogue: NameCatalogue
  /** The item type of a new kind. */
  readonly typeOf: (kind: string) => ItemType
}

/** Makes the rows of the accepted names, ordered after those the studio and the space already have. */
export function makeNameRows(proposals: readonly NameProposal[], { catalogue, typeOf }: Given): NewImportNames {
  const taken = proposals.filter(({ state }) => state === 'taken')
  const namesOf = (of: NameProposal['of']): readonly string[] =>
    taken.filter((each) => each.of === of && each.isElsewhere !== true).map(({ name }) => name)
  const statuses = makeStatuses(namesOf('status'), catalogue)
  const stages = makeStages(namesOf('stage'), catalogue)
  const elsewhere = taken.flatMap(({ name, isElsewhere }) =>
    isElsewhere === true ? (catalogue.stages.find((stage) => stage.name === name)?.id ?? []) : [],
  )
  const { stages: ofSpace = [], statuses: offered = [] } = catalogue.space ?? {}
  const lastStage = Math.max(0, ...ofSpace.map(({ orderIndex }) => orderIndex))
  const lastStatus = Math.max(-1, ...offered.map(({ orderIndex }) => orderIndex))
  return {
    statuses,
    stages,
    kinds: makeKinds(namesOf('kind'), { catalogue, typeOf }),
    spaceStages: [...elsewhere, ...stages.map(({ id }) => id)].map((stageId, at) => {
      return { stageId, orderIndex: lastStage + (at + 1) * 10 }
    }),
    // A space without statuses of its own offers all of the studio's.
    spaceStatuses:
      offered.length === 0
        ? []
        : statuses.map(({ id: statusId }, at) => ({ statusId, orderIndex: lastStatus + at + 1 })),
  }
}

function makeStatuses(names: readonly string[], { statuses }: NameCatalogue): NewImportNames['statuses'] {
  const pick = makePicker(statuses)
  const next = Math.max(-1, ...statuses.map(({ position }) => position)) + 1
  return names.map((name, at) => {
    const sense = guessStatusSense(name)
    return {
      id: newId<StatusId>(),
      name,
      shortCode: toShortCode(name),
      color: pick([...statusColorsBySense[sense ?? 'other'], ...statusColors]),
      position: next + at,
      isDone: sense === 'done',
    }
  })
}

function makeStages(names: readonly string[], { stages }: NameCatalogue): NewImportNames['stages'] {
  const pick = makePicker(stages)
  const last = Math.max(0, ...stages.map(({ orderIndex }) => orderIndex))
  return names.map((name, at) => ({
    id: newId<StageId>(),
    name,
    color: pick(projectColors),
    category: guessCategory(name),
    orderIndex: last + (at + 1) * 10,
  }))
}

function makeKinds(names: readonly string[], { catalogue: { kinds = [] }, typeOf }: Given): NewImportNames['kinds'] {
  const keys = new Set(kinds.map(({ key }) => key))
  const last = Math.max(0, ...kinds.map(({ position }) => position))
  return names.map((name, at) => ({
    id: newId<ItemKindId>(),
    key: makeUniqueKey(name, keys),
    name,
    itemType: typeOf(name),
    position: last + at + 1,
  }))
}

/** Makes a function that picks the first unused colour. */
function makePicker(present: readonly { readonly color: string }[]): (colors: readonly string[]) => string {
  const used = new Set(present.map(({ color }) => color.toLowerCase()))
  return (colors) => {
    const color = colors.find((each) => !used.has(each)) ?? colors[used.size % colors.length] ?? statusColors[0]
    used.add(color)
    return color
  }
}
