import type { Dependency } from '#core/timeline/plan.ts'
import type { BlockId } from '#core/lib/ids.ts'
import type { ArtistRow, Bar } from '../model/lay-out-board.ts'
import { memoBySources } from '../model/memo-by-sources.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { timelineStore } from '../timeline-store.ts'

/** A dependency between two bars; where all are shown it is faint, unless it is broken, focused or selected. */
export type ShownLink = Pick<Dependency, 'isBroken'> & {
  readonly from: Bar
  readonly to: Bar
  readonly isFaint: boolean
}

const maxLinked = 12

/**
 * Makes a function that lists the dependencies of focused and selected bars' items, or of every item in the given rows;
 * the same list until something changes.
 */
export function makeShownLinks(model: TimelineModel): (rows: readonly ArtistRow[]) => readonly ShownLink[] {
  let rows: readonly ArtistRow[] = []
  const getLinks = memoBySources(
    () => {
      const { areAllLinksShown, focus, selection } = timelineStore
      const inSight = areAllLinksShown ? [rows[0], rows.at(-1)] : []
      return [model.getLayout(), model.getScheduled(), areAllLinksShown, focus, selection, ...inSight]
    },
    () => listLinks(model, rows),
  )
  return (shown) => {
    rows = shown
    return getLinks()
  }
}

function listLinks(model: TimelineModel, rows: readonly ArtistRow[]): readonly ShownLink[] {
  const { areAllLinksShown, focus, selection } = timelineStore
  const layout = model.getLayout()
  const itemOf = (id: BlockId): string | undefined => layout.findBar(id)?.task.itemId
  // The links of a large selection would cover the board.
  const ids = [focus, ...(selection.size <= maxLinked ? selection : [])]
  const chosen = new Set(ids.flatMap((id) => (id === undefined ? [] : (itemOf(id) ?? []))))
  const all = areAllLinksShown ? rows.flatMap(({ bars }) => bars.map(({ task }) => task.itemId)) : []
  return [...new Set([...all, ...chosen])].flatMap((itemId) =>
    model.getDependencies(itemId).flatMap(({ from, to, isBroken }) => {
      const [start, end] = [layout.findBar(from.id), layout.findBar(to.id)]
      if (start === undefined || end === undefined) return []
      return [{ from: start, to: end, isBroken, isFaint: !isBroken && !chosen.has(itemId) }]
    }),
  )
}
