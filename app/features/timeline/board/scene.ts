import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { Load } from '#core/timeline/load.ts'
import type { ScheduledBlock } from '#core/timeline/layout.ts'
import type { BlockId, UserId } from '#core/lib/ids.ts'
import type { ArtistRow, Bar, BoardLayout } from '../model/lay-out-board.ts'
import type { TextFitter } from './fit-text.ts'
import type { NameLabel } from './name-labels.ts'
import type { Palette } from './palette.ts'
import type { ShownLink } from './shown-links.ts'

/** A bar that was removed, falling to pieces; `progress` goes from 0 to 1. */
export type DyingBar = { readonly bar: Bar; readonly progress: number }

/** The part of the board that is in sight, and everything that lies on it. */
export type Scene = {
  readonly layout: BoardLayout
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Pixels of the names left of the days. */
  readonly nameWidth: number
  readonly labelOf: (row: ArtistRow) => NameLabel
  /** The bar whose cell has the focus, where that is to be seen. */
  readonly ringed: BlockId | undefined
  readonly palette: Palette
  readonly selection: ReadonlySet<BlockId>
  /** Bars that are elsewhere while they are moved. */
  readonly lifted: ReadonlySet<BlockId>
  /** Where lifted ones would land. */
  readonly ghosts: readonly ScheduledBlock[]
  /** The length of a bar while its edge is dragged. */
  readonly stretched: { readonly id: BlockId; readonly durationDays: number } | undefined
  readonly links: readonly ShownLink[]
  readonly dying: readonly DyingBar[]
  readonly load: Load
  readonly daysOff: ReadonlyMap<UserId, ReadonlySet<CalendarDate>>
  /** How much of today is over, 0 to 1. */
  readonly dayFraction: number
}

/** What one picture is painted with. */
export type Brush = { readonly context: CanvasRenderingContext2D; readonly scene: Scene; readonly fitText: TextFitter }
