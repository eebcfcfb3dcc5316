import { useLayoutEffect, useRef } from 'react'
import type { SpaceModel } from '../model/space-model.ts'
import { rowSizes } from '../grid/row-sizes.ts'
import { shiftOfRowsInSight } from './kept-place.ts'

/**
 * Keeps the visible rows in place when others add, move or delete rows above them. Called above the grid, so that it
 * runs after it.
 */
export function useKeepPlace(model: SpaceModel, isCompact: boolean): void {
  const layout = model.getLayout()
  const heights = rowSizes(isCompact)
  const seen = useRef({ layout, heights })
  useLayoutEffect(() => {
    const { layout: before, heights: former } = seen.current
    seen.current = { layout, heights }
    const grid = document.querySelector<HTMLElement>('[role="grid"]')
    if (before === layout || former !== heights || grid === null || grid.scrollTop === 0) return
    const shift = shiftOfRowsInSight(before.rows, layout.rows, { scrollTop: grid.scrollTop, heights })
    if (shift !== 0) grid.scrollTop += shift
  })
}
