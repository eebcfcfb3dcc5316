import { isVersion, type LoggedTime } from './timesheet.ts'

/** Time as a person edits it: logged, or a timer running since `createdAt`, with no minutes yet. */
export type EditedTime = LoggedTime & { readonly isRunning: boolean }

/**
 * Some time before and after an edit; `before` is absent when it is created, `after` when it is deleted. A revision's
 * time is only changed.
 */
export type TimeEdit =
  | { readonly before: EditedTime; readonly after: EditedTime }
  | { readonly before: EditedTime; readonly after: undefined }
  | { readonly before: undefined; readonly after: EditedTime }

// The most one entry holds: a timer nobody stopped counts one day.
const maxEntryMinutes = 1440

/** Applies edits to the time on screen; those already applied change nothing. */
export function applyTimeEdits(times: readonly EditedTime[], edits: readonly TimeEdit[]): readonly EditedTime[] {
  if (edits.length === 0) return times
  const byId = new Map(times.map((time) => [time.id, time]))
  for (const { before, after } of edits) {
    if (after !== undefined) byId.set(after.id, after)
    else byId.delete(before.id)
  }
  return [...byId.values()]
}

/** Returns the edits that undo others, the last one first. */
export function invertTimeEdits(edits: readonly TimeEdit[]): readonly TimeEdit[] {
  return edits.toReversed().flatMap(({ before, after }): readonly TimeEdit[] => {
    if (after !== undefined) return [{ before: after, after: before }]
    return before === undefined ? [] : [{ before: undefined, after: before }]
  })
}

/** Stops a timer at a moment: rounded to minutes, at least one, at most a day. */
export function stopTimer(timer: EditedTime, moment: number): EditedTime {
  const minutes = Math.round((moment - timer.createdAt) / 60_000)
  return { ...timer, isRunning: false, minutes: Math.min(maxEntryMinutes, Math.max(1, minutes)) }
}

/** Whether an edit changes an entry, sent with its task and start, rather than a revision's minutes. */
export function isEntryEdit({ before, after }: TimeEdit): boolean {
  const time = after ?? before
  return time !== undefined && !isVersion(time)
}
