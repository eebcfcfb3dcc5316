import type { CSSProperties } from 'react'
import type { ColumnPlace } from '#core/items/column-look.ts'

/** Returns the style of a stuck column's position; nothing for columns that scroll. */
export function placeColumn({ stuckAt }: ColumnPlace): CSSProperties | undefined {
  // React's style type has no custom properties.
  return stuckAt === undefined ? undefined : ({ '--at': `${stuckAt}px` } as CSSProperties)
}
