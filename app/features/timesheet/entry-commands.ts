import { formatTimeSpent, parseTimeSpent, toMinutes } from '#core/timesheet/time-spent.ts'
import { editPillTotal } from '#core/timesheet/timesheet.ts'
import { stopTimer, type EditedTime, type TimeEdit } from '#core/timesheet/edits.ts'
import { startOfDay, weekOf } from '#core/timesheet/period.ts'
import { addDays, isCalendarDate } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { setTimeLock } from '#core/timesheet/set-time-lock.ts'
import { formatDay } from '#app/lib/format-day.ts'
import { defineWith, type CommandContext } from '#app/commands/define-command.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { perform } from '#app/widgets/perform.ts'
import { reload } from './load-timesheet.ts'
import { findTask, listTasks, newTime } from './time-tasks.ts'
import { canLogTime, canWriteSheet, findLock, findTimer, isLead, pillsOf, timesOfWeek } from './timesheet-model.ts'
import { setEditing, timesheetStore } from './timesheet-store.ts'
import { writeTime } from './write-time.ts'

const define = defineWith({ group: 'Timesheet', scope: 'timesheet' })
const noonMs = 12 * 3_600_000
const taskPage = {
  id: 'task',
  get placeholder() {
    return `Which task, on ${formatDay(timesheetStore.day)}?`
  },
  options: (_context: CommandContext, _chosen: readonly string[], query: string) => listTasks(query),
  empty: 'You have no tasks here. In a space, press I to assign a task to yourself.',
} as const

/**
 * The commands that change time: a pill's total, entries without a revision, the running timer, and the lock on a week.
 */
export const entryCommands = [
  define({
    id: 'timesheet.set-time',
    title: 'Change the time of an item on a day',
    isKeyOnly: true,
    when: () => canWriteSheet(),
    run: async (_context, [day, key, hours = '', minutes = '']) => {
      setEditing(false)
      const total = toMinutes({ hours: Number(hours), minutes: Number(minutes) })
      const pill = isCalendarDate(day) ? pillsOf(day).find((one) => one.key === key) : undefined
      if (total === undefined || pill === undefined || !isCalendarDate(day)) return undefined
      const byId = new Map(timesOfWeek(weekOf(day)).map((time) => [time.id, time]))
      const edits = editPillTotal(pill, total).flatMap(({ id, minutes: after }): readonly TimeEdit[] => {
        const before = byId.get(id)
        return before === undefined ? [] : [{ before, after: { ...before, minutes: after } }]
      })
      return await writeTime('Change time', edits)
    },
  }),
  define({
    id: 'timesheet.add-time',
    title: 'Add time without a revision…',
    keys: ['c'],
    keywords: ['log', 'entry'],
    when: () => canWriteSheet(),
    detail: () => formatDay(timesheetStore.day),
    args: [
      taskPage,
      {
        id: 'time',
        get placeholder() {
          return `How long, on ${formatDay(timesheetStore.day)}? 1h 30m`
        },
        free: true,
        options: (_context, _chosen, query) => timeOptions(query),
      },
    ],
    run: async (_context, [taskId = '', text = '']) => {
      const minutes = parseTimeSpent(text)
      if (minutes === undefined || minutes === 0) {
        throw new AppError('time-spent-malformed', messages['time-spent-malformed'])
      }
      const { day, today, timeZone } = timesheetStore
      const { client } = getStudio()
      const createdAt = day === today ? client.clock.now() : startOfDay(day, timeZone) + noonMs
      const task = findTask(taskId)
      const after = { ...newTime(task, createdAt), minutes, isRunning: false }
      const doneText = `${formatTimeSpent(minutes)} added to ${task.itemName} · ${task.stageName} on ${formatDay(day)}`
      return await writeTime('Add time', [{ before: undefined, after }], doneText)
    },
  }),
  define({
    id: 'timesheet.delete-time',
    title: 'Delete time without a revision',
    keys: ['delete', 'backspace'],
    when: () => canWriteSheet() && entriesHere().length > 0,
    run: async () =>
      await writeTime(
        'Delete time',
        entriesHere().map((before) => ({ before, after: undefined })),
        'Time deleted',
      ),
  }),
  ...timerCommands(),
  define({
    id: 'timesheet.lock-week',
    title: 'Lock or unlock the week',
    keys: ['shift+l'],
    when: () => isLead() && (findLock(timesheetStore.day) !== undefined || hasEnded()),
    run: async () => {
      const { client, studio } = getStudio()
      const { day, timeZone } = timesheetStore
      const isLocked = findLock(day) === undefined
      const change = setTimeLock({ studioId: studio.studioId, week: weekOf(day), timeZone, isLocked }, client)
      const failedText = isLocked ? 'The week could not be locked.' : 'The week could not be unlocked.'
      const doneText = isLocked ? 'Week locked' : 'Week unlocked'
      return await perform(change, { client, failedText, doneText, onRefused: () => void reload() })
    },
  }),
]

function timerCommands() {
  return [
    define({
      id: 'timesheet.start-timer',
      title: 'Start a timer on a task…',
      keys: ['s'],
      keywords: ['clock', 'track'],
      when: canLogTime,
      args: [{ ...taskPage, placeholder: 'Which task?' }],
      run: async (_context, [taskId = '']) => {
        const now = getStudio().client.clock.now()
        const running = findTimer()
        const after = { ...newTime(findTask(taskId), now), minutes: 0, isRunning: true }
        const stopped = running === undefined ? [] : [{ before: running, after: stopTimer(running, now) }]
        return await writeTime('Start timer', [...stopped, { before: undefined, after }])
      },
    }),
    define({
      id: 'timesheet.stop-timer',
      title: 'Stop the timer',
      keys: ['shift+s'],
      when: () => findTimer() !== undefined,
      run: async () => {
        const before = findTimer()
        if (before === undefined) return undefined
        return await writeTime('Stop timer', [{ before, after: stopTimer(before, getStudio().client.clock.now()) }])
      },
    }),
    define({
      id: 'timesheet.discard-timer',
      title: 'Discard the timer',
      when: () => findTimer() !== undefined,
      run: async () => {
        const before = findTimer()
        if (before === undefined) return undefined
        return await writeTime('Discard timer', [{ before, after: undefined }], 'Timer discarded')
      },
    }),
  ]
}

/** Returns the current pill's entries without a revision. */
function entriesHere(): readonly EditedTime[] {
  const { day, pill } = timesheetStore
  const ids = new Set(
    pillsOf(day)
      .find(({ key }) => key === pill)
      ?.entries.map(({ id }) => id),
  )
  return timesOfWeek(weekOf(day)).filter(({ id, versionNumber }) => ids.has(id) && versionNumber === undefined)
}

function hasEnded(): boolean {
  const { day, today } = timesheetStore
  return addDays(weekOf(day), 7) <= today
}

function timeOptions(query: string): readonly { readonly value: string; readonly label: string }[] {
  const known = ['15m', '30m', '1h', '2h', '4h', '8h']
  const own = parseTimeSpent(query) === undefined ? [] : [query.trim()]
  return [...new Set([...own, ...known])].map((value) => ({ value, label: value }))
}
