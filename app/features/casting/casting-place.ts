import type { ItemId } from '#core/lib/ids.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import { readCastRows, type CastRow } from '#app/widgets/cast/cast-content.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import type { ProjectItem } from '#app/widgets/project-content/project-items.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { findMember, findSequence, isShown } from './casting-model.ts'
import { castingStore } from './casting-store.ts'

/** Where the focus is on the casting page. */
export type Place = {
  readonly content: ProjectContent
  /** The shots that are shown. */
  readonly shots: readonly ProjectItem[]
  readonly at: number
  readonly row: CastRow | undefined
  readonly link: ItemLink | undefined
}

export function findPlace(): Place | undefined {
  const content = findProjectContent()
  if (content === undefined) return undefined
  const all = findSequence(content)?.shots ?? []
  const { waitingFor } = castingStore
  const shots =
    waitingFor === undefined
      ? all
      : readCastRows(content, all).flatMap((each) => (isShown(each, waitingFor) ? each.shot : []))
  const at = Math.max(
    0,
    shots.findIndex(({ item }) => item.id === castingStore.shot),
  )
  const [row] = readCastRows(content, shots.slice(at, at + 1))
  const link = row && findMember(row, castingStore.member)?.link
  return { content, shots, at, row, link }
}

/** Returns the focus as the commands of links take it. */
export function findCastPlace() {
  const place = findPlace()
  return place?.row && { content: place.content, itemId: place.row.shot.item.id, link: place.link }
}

/** Returns the shots that a change applies to: the selected ones, else the focused one. */
export function listChosen({ shots, row }: Place): readonly ItemId[] {
  const chosen = shots.flatMap(({ item }) => (castingStore.chosen.includes(item.id) ? item.id : []))
  return chosen.length > 0 || row === undefined ? chosen : [row.shot.item.id]
}
