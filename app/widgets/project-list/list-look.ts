import type { ReactNode } from 'react'
import type { ListColumn } from './list-columns.ts'
import type { RowGroup } from './list-values.ts'

/** How the rows of a list are drawn. */
export type ListLook<Row> = {
  /** What the list is called, and what its column of names is. */
  readonly label: string
  readonly title: string
  /** Columns that nothing is sorted by. */
  readonly unsorted: readonly string[]
  /** Pixels of the picture, and the least of the name. */
  readonly sizes: readonly [number, number]
  /** Pixels of a line, and of one where there is little room. Kept in step with the style sheet. */
  readonly heights: readonly [number, number]
  /** Whether lines are as high as what they say, where there is room too. */
  readonly isHeightOpen: boolean
  readonly classOfLine: string | undefined
  readonly picture: (row: Row) => ReactNode
  readonly name: (row: Row) => ReactNode
  /** What a cell says, and its class. */
  readonly cell: (
    row: Row,
    column: ListColumn,
  ) => { readonly content: ReactNode; readonly className: string | undefined }
  readonly tally: (group: RowGroup<Row>) => ReactNode
}
