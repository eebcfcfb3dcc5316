import type { ReactNode } from 'react'
import type { ListColumn } from './list-columns.ts'
import type { RowGroup } from './list-values.ts'

/** How the rows of a list are drawn. */
export type ListLook<Row> = {
  /** The list's label, and the title of its name column. */
  readonly label: string
  readonly title: string
  /** Columns that cannot be sorted by. */
  readonly unsorted: readonly string[]
  /** Pixels of the picture, and the minimum of the name. */
  readonly sizes: readonly [number, number]
  /** Pixels of a line, and of one on narrow screens. Must match the style sheet. */
  readonly heights: readonly [number, number]
  /** Whether lines grow with their content on wide screens too. */
  readonly isHeightOpen: boolean
  readonly classOfLine: string | undefined
  readonly picture: (row: Row) => ReactNode
  readonly name: (row: Row) => ReactNode
  /** A cell's content and its class. */
  readonly cell: (
    row: Row,
    column: ListColumn,
  ) => { readonly content: ReactNode; readonly className: string | undefined }
  readonly tally: (group: RowGroup<Row>) => ReactNode
}
