import { fromDayNumber, weekdayOf, type CalendarDate } from '#core/lib/calendar-date.ts'
import { timelineDayCount, todayIndex } from '#core/timeline/window.ts'
import { makePicture } from './make-picture.ts'
import type { Palette } from './palette.ts'
import type { Scene } from './scene.ts'
import { headerHeight } from './sizes.ts'

const padding = 9
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', timeZone: 'UTC' })

type DayLabel = {
  readonly weekday: string
  readonly week: string
  readonly date: string
  readonly month: string
  readonly isWeekend: boolean
  readonly isFirst: boolean
}

const labels = new Map<number, DayLabel>()
/** More weeks than are ever visible, at all zooms together. */
const maxKept = 60

type Day = { readonly x: number; readonly label: DayLabel; readonly isToday: boolean }

/** Paints the visible days across the top, aligned to device pixels. */
export type HeaderPainter = (context: CanvasRenderingContext2D, scene: Scene, pixelRatio: number) => void

/**
 * Makes a painter that draws each week once and then reuses its bitmap: panning moves weeks, it does not change them.
 */
export function makeHeaderPainter(): HeaderPainter {
  const pictures = new Map<string, ImageBitmap>()
  let style: { readonly palette: Palette; readonly today: string; readonly pixelRatio: number } | undefined
  return (context, { layout, palette, left, width, nameWidth }, pixelRatio) => {
    const { dayWidth, today } = layout
    if (
      style?.palette !== palette ||
      style.today !== today ||
      style.pixelRatio !== pixelRatio ||
      pictures.size > maxKept
    )
      pictures.clear()
    style = { palette, today, pixelRatio }
    const first = Math.floor(left / dayWidth)
    const monday = first - weekdayOf(fromDayNumber(layout.firstDay + first))
    for (let index = monday; index * dayWidth < left + width; index += 7) {
      const key = `${index} ${dayWidth}`
      const picture = pictures.get(key) ?? drawWeek({ layout, palette, pixelRatio }, index)
      pictures.set(key, picture)
      context.drawImage(picture, Math.round((nameWidth + index * dayWidth - left) * pixelRatio), 0)
    }
  }
}

type WeekStyle = Pick<Scene, 'layout' | 'palette'> & { readonly pixelRatio: number }

/**
 * Draws the shown days of a week: weeks, weekends and today differ. Drawn by kind, not day by day: switching fonts
 * costs more than drawing a word.
 */
function drawWeek({ layout, palette, pixelRatio }: WeekStyle, monday: number): ImageBitmap {
  const { dayWidth } = layout
  const width = 7 * dayWidth
  const { canvas, context } = makePicture({ width, height: headerHeight, pixelRatio, color: palette.page })
  const days = Array.from({ length: 7 }, (_, place) => place)
    .filter((place) => monday + place >= 0 && monday + place < timelineDayCount)
    .map((place) => ({
      x: place * dayWidth,
      label: labelOf(layout.firstDay + monday + place),
      isToday: monday + place === todayIndex,
    }))
  context.fillStyle = palette.weekend
  for (const { x, label } of days) if (label.isWeekend) context.fillRect(x, 0, dayWidth, headerHeight)
  context.fillStyle = palette.line
  for (const { x } of days) context.fillRect(x, 0, 1, headerHeight)
  context.fillRect(0, headerHeight - 1, width, 1)
  const months = paintDates(context, days, { palette, hasMonths: dayWidth >= 300 })
  context.font = `400 11px ${palette.font}`
  context.fillStyle = palette.quiet
  // Where there is no room for both, the week number replaces the name of its Monday.
  const isNarrow = dayWidth < 100
  const nameOf = ({ week, weekday: name }: DayLabel): string => (isNarrow && week !== '' ? week : name)
  for (const { x, label } of days) context.fillText(nameOf(label), x + padding, 12)
  if (!isNarrow) paintWeekNumber(context, days, dayWidth)
  for (const { x, month: name } of months) context.fillText(name, x, 28)
  return canvas.transferToImageBitmap()
}

/** Paints the dates and returns where their months go, which have a font of their own. */
function paintDates(
  context: OffscreenCanvasRenderingContext2D,
  days: readonly Day[],
  { palette, hasMonths }: { readonly palette: Scene['palette']; readonly hasMonths: boolean },
): readonly { readonly x: number; readonly month: string }[] {
  context.font = `600 11px ${palette.font}`
  context.fillStyle = palette.text
  for (const { isToday, x, label } of days) if (!isToday) context.fillText(label.date, x + padding, 28)
  context.fillStyle = palette.accent
  for (const { isToday, x, label } of days) if (isToday) context.fillText(label.date, x + padding, 28)
  return days
    .filter(({ label }) => hasMonths || label.isFirst)
    .map(({ x, label: { date, month: name } }) => {
      return { x: x + padding + context.measureText(`${date} `).width, month: name }
    })
}

function paintWeekNumber(context: OffscreenCanvasRenderingContext2D, days: readonly Day[], dayWidth: number): void {
  context.textAlign = 'right'
  for (const { x, label } of days) if (label.week !== '') context.fillText(label.week, x + dayWidth - 6, 12)
  context.textAlign = 'left'
}

function labelOf(dayNumber: number): DayLabel {
  const known = labels.get(dayNumber)
  if (known !== undefined) return known
  const day = fromDayNumber(dayNumber)
  const time = Date.parse(`${day}T00:00:00Z`)
  const number = weekdayOf(day)
  const label: DayLabel = {
    weekday: weekday.format(time).slice(0, 2),
    week: number === 0 ? `W${weekOf(day)}` : '',
    date: String(Number(day.slice(8))),
    month: month.format(time),
    isWeekend: number >= 5,
    isFirst: day.endsWith('-01'),
  }
  labels.set(dayNumber, label)
  return label
}

/** Returns the ISO 8601 number of a week: the first one holds the year's first Thursday. */
function weekOf(monday: CalendarDate): number {
  const thursday = Date.parse(`${monday}T00:00:00Z`) + 3 * 86_400_000
  const year = new Date(thursday).getUTCFullYear()
  return Math.floor((thursday - Date.UTC(year, 0, 1)) / (7 * 86_400_000)) + 1
}
