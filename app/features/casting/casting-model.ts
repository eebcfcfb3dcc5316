import type { StageRow } from '#core/schema/stages.ts'
import type { Space } from '#core/schema/spaces.ts'
import { isAsset, listItems, type ProjectItem } from '#app/widgets/project-content/project-items.ts'
import { linkKey, linkKinds } from '#core/schema/item-links.ts'
import type { CastMember, CastRow } from '#app/widgets/cast/cast-content.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { castingStore } from './casting-store.ts'

/** A collection of shots. */
export type Sequence = {
  readonly key: string
  readonly name: string
  /** The description of the collection, or empty. */
  readonly about: string
  readonly space: Space
  readonly shots: readonly ProjectItem[]
}

/** Lists the sequences of a project: its collections with shots, in the order of its spaces. */
export function listSequences(content: ProjectContent): readonly Sequence[] {
  const byCollection = Map.groupBy(
    listItems(content).filter(({ item }) => !isAsset(content, item)),
    ({ collection }) => collection.id,
  )
  const isOneSpace = new Set([...byCollection.values()].map(([first]) => first?.space.id)).size < 2
  return [...byCollection].flatMap(([key, shots]): Sequence[] => {
    const [first] = shots
    if (first === undefined) return []
    const { collection, space } = first
    const own = collection.isDefault ? space.name : collection.name
    const name = isOneSpace || collection.isDefault ? own : `${space.name} · ${own}`
    return [{ key, name, about: collection.description.trim(), space, shots }]
  })
}

/** Returns the wanted sequence, else the first. */
export function findSequence(content: ProjectContent, wanted = castingStore.sequence): Sequence | undefined {
  const sequences = listSequences(content)
  return sequences.find(({ key }) => key === wanted) ?? sequences[0]
}

/** Returns the focused cast member, even while its link is changing to another kind. */
export function findMember({ cast }: CastRow, member: string | undefined): CastMember | undefined {
  const isOn = ({ link }: CastMember): boolean => linkKinds.some((kind) => linkKey({ ...link, kind }) === member)
  return cast.find(({ link }) => linkKey(link) === member) ?? cast.find(isOn)
}

/** Returns whether a shot waits for one of its cast, in one stage or in any. */
export function isWaiting({ waiting }: CastRow, stageId?: string): boolean {
  return waiting.some(({ stage, blockers }) => blockers.length > 0 && (stageId === undefined || stage.id === stageId))
}

/** Returns whether a shot passes the filter for shots that wait for a stage, or for any. */
export function isShown(row: CastRow, waitingFor: string | undefined): boolean {
  return waitingFor === undefined || isWaiting(row, waitingFor === 'any' ? undefined : waitingFor)
}

/** Lists the stages that some shots are not ready for, with the number of shots. */
export function listWaiting(
  rows: readonly CastRow[],
  waitingFor: string | undefined,
): readonly { readonly stage: StageRow; readonly count: number }[] {
  const stages = new Map(rows.flatMap(({ waiting }) => waiting.map(({ stage }) => [stage.id, stage] as const)))
  return [...stages.values()]
    .map((stage) => ({ stage, count: rows.filter((row) => isWaiting(row, stage.id)).length }))
    .filter(({ stage, count }) => count > 0 || waitingFor === stage.id)
}
