import { addDays, isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import { fromDayIndex, timelineDayCount, toDayIndex } from '#core/timeline/window.ts'
import { periodOf, stepPeriod } from '#core/timesheet/period.ts'
import { writeTimesheetCsv, writeTimesheetTsv } from '#core/timesheet/sheet.ts'
import type { LoggedTime } from '#core/timesheet/timesheet.ts'
import { clamp } from '#core/lib/numbers.ts'
import { defineWith } from '#app/commands/define-command.ts'
import { saveFile } from '#app/lib/save-file.ts'
import { findRoute, links, STUDIO_WIDE } from '#app/routes.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { recordSavedExport } from '#app/widgets/record-saved-export.ts'
import { listPeople } from '#app/widgets/person-page/list-people.ts'
import { entryCommands } from './entry-commands.ts'
import { proposalCommands } from './proposal-commands.ts'
import { followSums, loadTimes, reload } from './load-timesheet.ts'
import { canWriteSheet, findLock, pillsOf, timesOfWeek } from './timesheet-model.ts'
import {
  setCurrent,
  setEditing,
  setView,
  timesheetStore,
  timesheetViews,
  type TimesheetView,
} from './timesheet-store.ts'
import { copyText } from '#app/lib/copy-text.ts'

const define = defineWith({ group: 'Timesheet', scope: 'timesheet' })
const isKeyOnly = true
const isDays = (): boolean => timesheetStore.view === 'days'

/**
 * The timesheet's commands to move through days and entries, sum them up and export them. Those that change time are in
 * `entry-commands`.
 */
export const timesheetCommands = [
  step('timesheet.next-day', 'Next day', { keys: ['right', 'l'], by: 1 }),
  step('timesheet.previous-day', 'Previous day', { keys: ['left', 'h'], by: -1 }),
  pillStep('timesheet.next-entry', 'Entry below', { keys: ['down', 'j'], by: 1 }),
  pillStep('timesheet.previous-entry', 'Entry above', { keys: ['up', 'k'], by: -1 }),
  define({
    id: 'timesheet.today',
    title: 'Today',
    keys: ['t'],
    run: () => goTo(timesheetStore.today),
  }),
  define({
    id: 'timesheet.reload',
    title: 'Try again',
    keywords: ['reload', 'retry'],
    when: () => timesheetStore.hasFailed,
    run: reload,
  }),
  define({
    id: 'timesheet.edit',
    title: 'Edit time',
    keys: ['enter'],
    isKeyOnly,
    when: isDays,
    run: ({ navigate, path }, [day, pill]) => {
      if (isCalendarDate(day)) setCurrent(day, pill)
      const key = timesheetStore.pill ?? pillsOf(timesheetStore.day)[0]?.key
      if (key === undefined) return
      const { studioSlug = '' } = findRoute(path)?.params ?? {}
      if (timesheetStore.subject?.userId === undefined)
        navigate(links.timesheet({ studioSlug, userId: key, date: timesheetStore.day }))
      else if (canWriteSheet() && findLock(timesheetStore.day) === undefined) {
        setCurrent(timesheetStore.day, key)
        setEditing(true)
      } else {
        // Time that cannot be changed here leads to its task.
        setCurrent(timesheetStore.day, key)
        const url = findUrl()
        if (url !== undefined) navigate(url)
      }
    },
  }),
  define({
    id: 'timesheet.open-task',
    title: 'Open the task',
    keys: ['o'],
    when: () => isDays() && findUrl() !== undefined,
    run: ({ navigate }, [url = findUrl()]) => {
      if (url !== undefined) navigate(url)
    },
  }),
  ...timesheetViews.map((view, index) =>
    define({
      id: `timesheet.show-${view}`,
      title: view === 'days' ? 'Show days' : `Show the ${view}`,
      keys: [String(index + 1)],
      run: () => show(view),
    }),
  ),
  define({
    id: 'timesheet.copy-week',
    title: 'Copy the week',
    keys: ['mod+c'],
    when: () => getSelection()?.isCollapsed !== false,
    run: async () => {
      const { day, timeZone } = timesheetStore
      const range = periodOf('week', day)
      const entries = timesheetStore.weeks.has(range.from) ? timesOfWeek(range.from) : await loadTimes(range)
      await copyText(writeTimesheetTsv({ entries, range, timeZone }))
      showToast({ text: `Week of ${range.from} copied` })
    },
  }),
  define({
    id: 'timesheet.export',
    title: 'Export as CSV',
    keys: ['shift+e'],
    keywords: ['download', 'spreadsheet'],
    run: async () => {
      const { day, timeZone, view } = timesheetStore
      const range = periodOf(view === 'days' ? 'week' : view, day)
      const entries = await loadTimes(range)
      const csv = writeTimesheetCsv({ entries, range, timeZone })
      recordSavedExport(`Timesheet ${range.from} to ${addDays(range.to, -1)}`, entries.length)
      // Spreadsheets need a byte order mark.
      const file = new Blob(['\uFEFF', csv], { type: 'text/csv' })
      saveFile(file, `timesheet-${range.from}-to-${addDays(range.to, -1)}.csv`)
    },
  }),
  define({
    id: 'timesheet.artist-feed',
    title: 'Artist Feed',
    keys: ['a'],
    run: ({ navigate, path }) => {
      const { studioSlug = '', userId = STUDIO_WIDE } = findRoute(path)?.params ?? {}
      navigate(links.artist({ studioSlug, userId }))
    },
  }),
  define({
    id: 'timesheet.switch',
    title: 'Show somebody else’s timesheet…',
    keys: ['u'],
    args: [{ id: 'person', placeholder: 'Whose timesheet?', options: () => listPeople() }],
    run: ({ navigate, path }, [userId = STUDIO_WIDE]) => {
      const { studioSlug = '' } = findRoute(path)?.params ?? {}
      navigate(links.timesheet({ studioSlug, userId, date: timesheetStore.day }))
    },
  }),
  ...entryCommands,
  ...proposalCommands,
]

/** Returns the address of the current pill's newest time; undefined in the studio's sheet, whose pills are people. */
function findUrl(): string | undefined {
  const { day, pill, subject } = timesheetStore
  if (subject?.userId === undefined) return undefined
  const current = pillsOf(day).find(({ key }) => key === pill)
  // The sheet is built from logged times.
  const newest = (current?.entries as readonly LoggedTime[] | undefined)?.at(-1)
  return newest === undefined || newest.url === '' ? undefined : newest.url
}

type Step = { readonly keys: readonly string[]; readonly by: 1 | -1 }

function step(id: `timesheet.${string}`, title: string, { keys, by }: Step) {
  return define({
    id,
    title,
    keys,
    isKeyOnly,
    isRepeatable: true,
    run: () => {
      const { day, today, view } = timesheetStore
      if (view !== 'days') return goTo(stepPeriod(view, day, by))
      return goTo(fromDayIndex(clamp(toDayIndex(day, today) + by, { min: 0, max: timelineDayCount - 1 }), today))
    },
  })
}

function pillStep(id: `timesheet.${string}`, title: string, { keys, by }: Step) {
  return define({
    id,
    title,
    keys,
    isKeyOnly,
    isRepeatable: true,
    when: isDays,
    run: () => {
      const { day, pill } = timesheetStore
      const ids: readonly string[] = pillsOf(day).map(({ key }) => key)
      // The day itself comes above its first entry.
      const next = clamp(ids.indexOf(pill ?? '') + by, { min: -1, max: ids.length - 1 })
      setCurrent(day, ids[next])
      focusCurrent()
    },
  })
}

function goTo(day: CalendarDate): void {
  setCurrent(day, undefined)
  if (isDays()) focusCurrent()
  else followSums()
}

function show(view: TimesheetView): void {
  setView(view)
  followSums()
}

/** Focuses the current pill, else its day; the day's column is rendered once it is scrolled into view. */
function focusCurrent(): void {
  requestAnimationFrame(() => {
    const { day, pill } = timesheetStore
    const column = document.querySelector(`[data-day="${day}"]`)
    const target = column?.querySelector<HTMLElement>(pill === undefined ? '[data-day-head]' : `[data-pill="${pill}"]`)
    target?.focus({ preventScroll: pill === undefined })
  })
}
