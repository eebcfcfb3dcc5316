import type { CalendarDate } from '#core/domain/calendar-date.ts'
import { addDays, makeDateInZone } from '#core/domain/calendar-date.ts'
import { toDayIndex } from '#core/domain/timeline-window.ts'
import { momentsOf, periodOf, weekOf } from '#core/domain/timesheet-period.ts'
import type { EditedTime } from '#core/domain/timesheet-edits.ts'
import { errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { loadTimeEntries } from '#core/operations/load-time-entries.ts'
import { loadTimeState } from '#core/operations/load-time-state.ts'
import { loadTimeSums } from '#core/operations/load-time-sums.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import {
  setCurrent,
  setFailed,
  setFormer,
  setPending,
  setSums,
  setTimeState,
  setView,
  setWeek,
  takeEdits,
  timesheetStore,
  type Subject,
} from './timesheet-store.ts'

// Questions the server has not answered yet; an outdated one is asked again instead of shown.
const underway = new Map<string, { isOutdated: boolean }>()
// The weeks in sight: what news make the screen ask for again.
let shown: readonly CalendarDate[] = []

/** Asks for the weeks of some days that are not there yet, and remembers them as those in sight. */
export async function showDays(days: readonly CalendarDate[]): Promise<void> {
  shown = [...new Set(days.map(weekOf))]
  await Promise.all(shown.filter((week) => !timesheetStore.weeks.has(week)).map(loadWeek))
}

/** Something changed: what is in sight is asked for again, and the rest when it comes into sight. */
export async function reload(): Promise<void> {
  const inSight = timesheetStore.view === 'days' ? Promise.all(shown.map(loadWeek)) : loadSums()
  await Promise.all([loadState(), loadFormer(), inSight])
}

/** Looks for the time of somebody who is not in the studio, and opens their sheet where it ends. */
export async function loadFormer(): Promise<void> {
  const userId = timesheetStore.subject?.userId
  const { studio } = clientStore.get()
  if (userId === undefined || studio === undefined || timesheetStore.former !== undefined) return
  if (studio.replica.find('studio_members', userId) !== undefined) return
  await attempt('former', async ({ client, subject }) => {
    const all = {
      from: 0,
      to: momentsOf({ from: timesheetStore.today, to: addDays(timesheetStore.today, 1) }, timesheetStore.timeZone).to,
    }
    const last = (await loadTimeEntries({ ...ofSubject(subject), ...all }, client)).at(-1)
    return () => {
      setFormer({ name: last?.userName })
      if (last !== undefined) openAt(makeDateInZone(timesheetStore.timeZone)(last.createdAt))
    }
  })
}

/** Unless another day was asked for; one that the days do not reach is shown with its month. */
function openAt(day: CalendarDate): void {
  const { today, view } = timesheetStore
  if (timesheetStore.day !== today) return
  setCurrent(day, undefined)
  if (view === 'days' && toDayIndex(day, today) < 0) setView('month')
  void loadSums()
}

/** The sums of the view's period around the current day. */
export async function loadSums(): Promise<void> {
  const { view, day, timeZone } = timesheetStore
  if (view === 'days') return
  await attempt('sums', async ({ client, subject }) => {
    const sums = await loadTimeSums({ ...subject, range: periodOf(view, day), timeZone }, client)
    return () => {
      if (timesheetStore.view === view && timesheetStore.day === day) setSums(sums)
    }
  })
}

/** Follows the outbox: edits on their way lie over what was listed, ones that arrived go into it. Returns how to stop. */
export function followOutbox({ outbox }: StudioClient, subject: Subject): () => void {
  const take = (): void => {
    const own = outbox
      .getEntries()
      .filter(({ studioId, state }) => studioId === subject.studioId && state === 'pending')
    setPending(own.flatMap(({ mutation }) => (mutation.kind === 'change-time' ? mutation.edits : [])))
  }
  const stops = [
    outbox.subscribeOutcomes(({ entry: { mutation }, result }) => {
      const dateOf = makeDateInZone(timesheetStore.timeZone)
      if (result.ok && mutation.kind === 'change-time' && mutation.studioId === subject.studioId)
        takeEdits(mutation.edits, ({ createdAt }) => weekOf(dateOf(createdAt)))
      outdate()
      take()
    }),
    outbox.subscribe(take),
  ]
  take()
  return () => stops.forEach((stop) => stop())
}

/** The time of a range of days, for a file. Fails with an `AppError`. */
export async function loadTimes(range: { readonly from: CalendarDate; readonly to: CalendarDate }) {
  const { client } = clientStore.get()
  const { subject, timeZone } = timesheetStore
  if (client === undefined || subject === undefined) return []
  return await loadTimeEntries({ ...ofSubject(subject), ...momentsOf(range, timeZone) }, client)
}

async function loadWeek(week: CalendarDate): Promise<void> {
  await attempt(week, async ({ client, subject }) => {
    const range = momentsOf({ from: week, to: addDays(week, 7) }, timesheetStore.timeZone)
    const listed = await loadTimeEntries({ ...ofSubject(subject), ...range }, client)
    const times = listed.map((time): EditedTime => ({ ...time, isRunning: false }))
    return () => setWeek(week, times)
  })
}

export async function loadState(): Promise<void> {
  await attempt('state', async ({ client, subject }) => {
    const state = await loadTimeState({ studioId: subject.studioId, userId: client.userId }, client)
    return () => setTimeState(state)
  })
}

type Place = { readonly client: StudioClient; readonly subject: Subject }

/** One question at a time of a kind; an answer for somebody else's sheet is dropped. */
async function attempt(kind: string, ask: (place: Place) => Promise<() => void>): Promise<void> {
  const { client } = clientStore.get()
  const { subject } = timesheetStore
  if (client === undefined || subject === undefined) return
  const key = `${subject.studioId} ${subject.userId} ${kind}`
  const question = underway.get(key)
  if (question !== undefined) {
    question.isOutdated = true
    return
  }
  const isTime = kind !== 'state'
  if (isTime) setFailed(false)
  try {
    const show = await askUntilNew(key, async () => await ask({ client, subject: { ...subject } }))
    if (isShown(subject)) show()
  } catch (cause) {
    if (!isShown(subject)) return
    if (isTime) setFailed(true)
    tellFailure(cause)
  } finally {
    underway.delete(key)
  }
}

/** What changed while the server was answering may not be in its answer: then again, but not for ever. */
async function askUntilNew(key: string, ask: () => Promise<() => void>): Promise<() => void> {
  const question = { isOutdated: false }
  underway.set(key, question)
  let show = await ask()
  for (let count = 1; question.isOutdated && count < 3; count += 1) {
    question.isOutdated = false
    show = await ask()
  }
  return show
}

/** An own edit has arrived: answers on their way may be of before it. */
function outdate(): void {
  for (const question of underway.values()) question.isOutdated = true
}

function isShown({ studioId, userId }: Subject): boolean {
  return timesheetStore.subject?.studioId === studioId && timesheetStore.subject.userId === userId
}

function tellFailure(cause: unknown): void {
  showToast({
    id: 'timesheet-failed',
    kind: 'error',
    text: 'The timesheet could not be loaded',
    suggestion: errorText(cause, messages.unexpected),
    action: { label: 'Retry', run: () => void reload() },
  })
}

function ofSubject({ studioId, userId }: Subject) {
  return { studioId, ...(userId !== undefined && { userId }) }
}
