import { useEffect, useState, type RefObject } from 'react'
import { ChevronDown } from 'lucide-react'
import type { CollectionId } from '#core/lib/ids.ts'
import { lastAtOrBelow, type GridLayout } from '#core/items/grid-layout.ts'
import type { RowPlaces } from '../model/row-places.ts'
import styles from './grid.module.css'

type StickyHeadingProps = {
  readonly scroller: RefObject<HTMLElement | null>
  readonly layout: GridLayout
  readonly places: RowPlaces
}

/** The heading of the collection in view, once its own has scrolled off. Assistive technology has the row itself. */
export function StickyHeading({ scroller, layout, places }: StickyHeadingProps) {
  const [id, setId] = useState<CollectionId>()
  // Not earlier: the grid's own ref is set after its children's.
  useEffect(() => {
    const grid = scroller.current
    if (grid === null) return undefined
    const look = (): void => setId(findCollectionAt(grid.scrollTop, layout, places))
    look()
    grid.addEventListener('scroll', look, { passive: true })
    return () => grid.removeEventListener('scroll', look)
  }, [scroller, layout, places])
  const section = id === undefined ? undefined : layout.sections.find((each) => each.id === id)
  const row = section && layout.getRow(section.firstRow)
  if (row?.kind !== 'collection') return null
  const { name, description } = row.collection
  return (
    <div className={styles['stuck']} aria-hidden="true">
      <div className={styles['stuckHeading']} data-collection={row.id}>
        <span data-collapse="" className={styles['collapse']}>
          <ChevronDown />
        </span>
        <b className={styles['collectionName']}>{name}</b>
        <span className={styles['collectionDescription']}>{description}</span>
        <span className={styles['count']}>{row.itemCount}</span>
      </div>
    </div>
  )
}

/** Finds the collection of the topmost rows; absent while its own heading is visible. */
function findCollectionAt(scrollTop: number, layout: GridLayout, places: RowPlaces): CollectionId | undefined {
  if (scrollTop <= 0 || places.count === 0) return undefined
  const index = places.indexAt(scrollTop)
  const { sections } = layout
  const section = sections[lastAtOrBelow(sections.length, (at) => sections[at]?.firstRow ?? 0, index)]
  if (section === undefined || !section.hasHeading) return undefined
  return places.topOf(section.firstRow) < scrollTop ? section.id : undefined
}
