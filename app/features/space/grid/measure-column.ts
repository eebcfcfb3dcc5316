import { columnWidths } from '#core/items/column-look.ts'
import type { SpaceModel } from '../model/space-model.ts'

/** Returns the rendered width of a column in pixels. */
export function widthOf(model: Pick<SpaceModel, 'getColumns'>, id: string): number {
  const column = model.getColumns().find((each) => each.id === id)
  return column?.width ?? findHeading(id)?.getBoundingClientRect().width ?? columnWidths.pinned
}

/** Returns the width at which a column's heading and visible cells are not cut; absent without a page. */
export function measureColumn(model: Pick<SpaceModel, 'getColumns'>, id: string): number | undefined {
  const heading = findHeading(id)
  const grid = heading?.closest<HTMLElement>('[role="grid"]')
  if (!heading || !grid) return undefined
  const columns = model.getColumns()
  const at = columns.findIndex((column) => column.id === id)
  const tracks = columns.map((_, index) => (index === at ? 'max-content' : '0'))
  const before = grid.style.getPropertyValue('--columns')
  // Within one task, so it is never painted.
  grid.style.setProperty('--columns', `var(--name) ${tracks.join(' ')}`)
  const cells = [heading, ...grid.querySelectorAll(`[data-column="${at}"]`)]
  const width = Math.max(...cells.map((cell) => cell.getBoundingClientRect().width))
  if (before === '') grid.style.removeProperty('--columns')
  else grid.style.setProperty('--columns', before)
  return Math.ceil(width)
}

function findHeading(id: string): Element | undefined {
  return document.querySelector(`[role="columnheader"][data-stage="${id}"]`) ?? undefined
}
