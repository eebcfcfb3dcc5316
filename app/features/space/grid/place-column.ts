import type { CSSProperties } from 'react'
import type { ColumnPlace } from '#core/items/column-look.ts'

/** Where a pinned column stays while others are scrolled, for the style sheet; nothing for those that are scrolled. */
export function placeColumn({ stuckAt }: ColumnPlace): CSSProperties | undefined {
  // React's type of a style has no custom properties.
  return stuckAt === undefined ? undefined : ({ '--at': `${stuckAt}px` } as CSSProperties)
}
