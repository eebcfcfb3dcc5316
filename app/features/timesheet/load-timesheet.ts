import type { StudioClient } from '#core/sync/studio-client.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { addDays, makeDateInZone } from '#core/lib/calendar-date.ts'
import type { Question } from '#core/query/define-query.ts'
import { toDayIndex } from '#core/timeline/window.ts'
import { momentsOf, periodOf, weekOf } from '#core/timesheet/period.ts'
import { applyTimeEdits, type EditedTime, type TimeEdit } from '#core/timesheet/edits.ts'
import { loadTimeEntries } from '#core/timesheet/load-time-entries.ts'
import { lastTimeQuery, timeEntriesQuery, timeStateQuery, timeSumsQuery } from '#core/timesheet/queries.ts'
import type { TimeState } from '#core/timesheet/load-time-state.ts'
import type { LoggedTime } from '#core/timesheet/timesheet.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { getPage, toShown, watchPage } from '#app/widgets/use-page.ts'
import { touchesQuestion } from './proposals.ts'
import {
  setCurrent,
  setFormer,
  setPending,
  setReach,
  setSums,
  setTimeState,
  setTouches,
  setView,
  setWeek,
  takeEdits,
  timesheetStore,
  type Subject,
} from './timesheet-store.ts'

type Watched = { readonly question: Question<unknown>; readonly stop: () => void }
// The sheet's queries by purpose; a week's has its Monday as key.
type Kind = CalendarDate | 'state' | 'former' | 'sums' | 'touches'
const watched = new Map<Kind, Watched>()

/** Loads and follows everything a sheet needs besides its weeks. Returns a function that stops all of it. */
export function openSheet(client: StudioClient, subject: Subject): () => void {
  const { studioId } = subject
  follow('state', timeStateQuery({ studioId }), ([state]) => state && setTimeState(state))
  followFormer(subject)
  followSums()
  followTouches()
  const stopOutbox = followOutbox(client, subject)
  return () => {
    stopOutbox()
    for (const { stop } of watched.values()) stop()
    watched.clear()
  }
}

/** Loads and follows the weeks of these days, and drops all others. */
export function showDays(days: readonly CalendarDate[]): void {
  const { subject, timeZone } = timesheetStore
  const weeks = new Set(days.map(weekOf))
  if (subject === undefined) return
  for (const kind of watched.keys()) if (isWeek(kind) && !weeks.has(kind)) leave(kind)
  for (const week of weeks) {
    const range = momentsOf({ from: week, to: addDays(week, 7) }, timeZone)
    follow(week, timeEntriesQuery({ ...subject, ...range }), (times) => setWeek(week, times.map(toEdited)))
  }
}

/** Retries failed queries and refreshes the rest. */
export async function reload(): Promise<void> {
  const { client } = clientStore.get()
  await Promise.all(
    [...watched.values()].map(async ({ question }) => {
      const hasFailed = getPage(question).failure !== undefined
      await client?.pages[hasFailed ? 'retry' : 'refresh'](question)
    }),
  )
}

/** Loads the person's recent activity, from which empty days get proposals; without it there are none. */
function followTouches(): void {
  const question = touchesQuestion()
  if (question !== undefined) follow('touches', question, setTouches)
}

/** Looks for time of someone who is not in the studio, and opens their sheet at its end. */
function followFormer({ studioId, userId }: Subject): void {
  const { studio } = clientStore.get()
  if (userId === undefined || studio === undefined || studio.replica.find('studio_members', userId) !== undefined)
    return
  const { today, timeZone } = timesheetStore
  const { to } = momentsOf({ from: today, to: addDays(today, 1) }, timeZone)
  follow('former', lastTimeQuery({ studioId, userId, to }), ([last]) => {
    if (timesheetStore.former !== undefined) return
    setFormer({ name: last?.userName })
    if (last !== undefined) openAt(makeDateInZone(timeZone)(last.createdAt))
  })
}

/** Shows a day, unless another was requested; one before the reach of the days view is shown with its month. */
function openAt(day: CalendarDate): void {
  const { today, view } = timesheetStore
  if (timesheetStore.day !== today) return
  setCurrent(day, undefined)
  if (view === 'days' && toDayIndex(day, today) < 0) setView('month')
  followSums()
}

/** Loads the sums of the period around the current day; the days view has none. */
export function followSums(): void {
  const { view, day, timeZone, subject } = timesheetStore
  if (view === 'days' || subject === undefined) return leave('sums')
  const { studioId, userId } = subject
  const range = periodOf(view, day)
  follow('sums', timeSumsQuery({ studioId, userId, range, timeZone }), ([sums]) => sums && setSums(sums))
}

/**
 * Follows a query in place of the previous one of its kind; `show` gets the rows of every response, and nothing before
 * the first.
 */
function follow<Row>(kind: Kind, question: Question<Row>, show: (rows: readonly Row[]) => void): void {
  if (watched.get(kind)?.question.key === question.key) return
  leave(kind)
  const stop = watchPage(
    question,
    kind === 'touches' ? 'What you worked on could not be loaded' : 'The timesheet could not be loaded',
    () => {
      const { rows, answeredAt } = getPage(question)
      if (answeredAt !== undefined) show(rows)
      showReach()
    },
  )
  watched.set(kind, { question, stop })
}

function leave(kind: Kind): void {
  watched.get(kind)?.stop()
  if (watched.delete(kind)) showReach()
}

/** Publishes whether a query about time failed, and the age of the oldest rows shown without the server. */
function showReach(): void {
  const pages = [...watched].flatMap(([kind, { question }]) =>
    kind === 'state' || kind === 'touches' ? [] : [toShown(getPage(question))],
  )
  const times = pages.flatMap(({ asOf }) => asOf ?? [])
  setReach({
    hasFailed: pages.some(({ hasFailed }) => hasFailed),
    asOf: times.length === 0 ? undefined : Math.min(...times),
  })
}

/**
 * Follows the outbox: pending edits overlay the server's rows, accepted ones are merged into them. Returns a function
 * that stops.
 */
function followOutbox({ outbox }: StudioClient, subject: Subject): () => void {
  const take = (): void => {
    const own = outbox
      .getEntries()
      .filter(({ studioId, state }) => studioId === subject.studioId && state === 'pending')
    setPending(own.flatMap(({ mutation }) => (mutation.kind === 'change-time' ? mutation.edits : [])))
  }
  const stops = [
    outbox.subscribeOutcomes(({ entry: { mutation }, result }) => {
      const isTaken = result.ok && mutation.kind === 'change-time' && mutation.studioId === subject.studioId
      patchPages(isTaken ? mutation.edits : [])
      take()
    }),
    outbox.subscribe(take),
  ]
  take()
  return () => stops.forEach((stop) => stop())
}

/** Merges accepted edits into the rows of the queries, since a response on its way may predate them. */
function patchPages(edits: readonly TimeEdit[]): void {
  const dateOf = makeDateInZone(timesheetStore.timeZone)
  const weekOfTime = ({ createdAt }: EditedTime): CalendarDate => weekOf(dateOf(createdAt))
  const pages = clientStore.get().client?.pages
  // Weeks out of view are only in the store.
  takeEdits(edits, weekOfTime)
  for (const [kind, { question }] of watched) {
    const here = edits.filter(({ before, after }) => {
      const time = after ?? before
      return isWeek(kind) && time !== undefined && !time.isRunning && weekOfTime(time) === kind
    })
    if (here.length > 0) {
      // A week's query returns logged time.
      pages?.patch(question as Question<LoggedTime>, (times) => applyTimeEdits(times.map(toEdited), here))
    } else if (kind === 'state') {
      pages?.patch(question as Question<TimeState>, (states) => states.map((state) => withEdits(state, edits)))
    } else pages?.patch(question, (rows) => rows)
  }
}

function withEdits({ timer, locks }: TimeState, edits: readonly TimeEdit[]): TimeState {
  const times = applyTimeEdits(timer === undefined ? [] : [timer], edits)
  return { timer: times.findLast(({ isRunning }) => isRunning), locks }
}

/** Loads the time of a range of days for export. Fails with an `AppError`. */
export async function loadTimes(range: { readonly from: CalendarDate; readonly to: CalendarDate }) {
  const { client } = clientStore.get()
  const { subject, timeZone } = timesheetStore
  if (client === undefined || subject === undefined) return []
  const { studioId, userId } = subject
  return await loadTimeEntries({ studioId, ...(userId && { userId }), ...momentsOf(range, timeZone) }, client)
}

function toEdited(time: LoggedTime): EditedTime {
  return { ...time, isRunning: false }
}

function isWeek(kind: Kind): kind is CalendarDate {
  return kind !== 'state' && kind !== 'former' && kind !== 'sums' && kind !== 'touches'
}
