import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { Load } from '#core/timeline/load.ts'
import type { ScheduledBlock } from '#core/timeline/layout.ts'
import type { BlockId, UserId } from '#core/lib/ids.ts'
import type { ArtistRow, Bar, BoardLayout } from '../model/lay-out-board.ts'
import type { TextFitter } from './fit-text.ts'
import type { NameLabel } from './name-labels.ts'
import type { Palette } from './palette.ts'
import type { ShownLink } from './shown-links.ts'

/** A removed bar falling to pieces; `progress` goes from 0 to 1. */
export type DyingBar = { readonly bar: Bar; readonly progress: number }

/** The visible part of the board, and everything on it. */
export type Scene = {
  readonly layout: BoardLayout
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Width of the names left of the days, in pixels. */
  readonly nameWidth: number
  readonly labelOf: (row: ArtistRow) => NameLabel
  /** The bar whose cell has a visible keyboard focus. */
  readonly ringed: BlockId | undefined
  readonly palette: Palette
  readonly selection: ReadonlySet<BlockId>
  /** Bars being moved elsewhere. */
  readonly lifted: ReadonlySet<BlockId>
  /** Where lifted bars would land. */
  readonly ghosts: readonly ScheduledBlock[]
  /** The length of a bar while its edge is dragged. */
  readonly stretched: { readonly id: BlockId; readonly durationDays: number } | undefined
  readonly links: readonly ShownLink[]
  readonly dying: readonly DyingBar[]
  readonly load: Load
  readonly daysOff: ReadonlyMap<UserId, ReadonlySet<CalendarDate>>
  /** How much of today has passed, 0 to 1. */
  readonly dayFraction: number
}

/** What painting a scene takes. */
export type Brush = { readonly context: CanvasRenderingContext2D; readonly scene: Scene; readonly fitText: TextFitter }
