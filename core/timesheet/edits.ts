import { isVersion, type LoggedTime } from './timesheet.ts'

/** Time as a person changes it: logged, or counted by a timer since `createdAt`, with no minutes yet. */
export type EditedTime = LoggedTime & { readonly isRunning: boolean }

/** What some time was and what it becomes; absent before it is made and after it is deleted. A revision is neither. */
export type TimeEdit =
  | { readonly before: EditedTime; readonly after: EditedTime }
  | { readonly before: EditedTime; readonly after: undefined }
  | { readonly before: undefined; readonly after: EditedTime }

// As much as one entry holds: a timer nobody stopped counts no more than a day.
const maxEntryMinutes = 1440

/** The time on screen with edits laid over it, whichever of them already exists. */
export function applyTimeEdits(times: readonly EditedTime[], edits: readonly TimeEdit[]): readonly EditedTime[] {
  if (edits.length === 0) return times
  const byId = new Map(times.map((time) => [time.id, time]))
  for (const { before, after } of edits) {
    if (after !== undefined) byId.set(after.id, after)
    else byId.delete(before.id)
  }
  return [...byId.values()]
}

/** The edits that take others back, the last one first. */
export function invertTimeEdits(edits: readonly TimeEdit[]): readonly TimeEdit[] {
  return edits.toReversed().flatMap(({ before, after }): readonly TimeEdit[] => {
    if (after !== undefined) return [{ before: after, after: before }]
    return before === undefined ? [] : [{ before: undefined, after: before }]
  })
}

/** A timer as it stops at a moment: rounded to minutes, at least one, at most a day. */
export function stopTimer(timer: EditedTime, moment: number): EditedTime {
  const minutes = Math.round((moment - timer.createdAt) / 60_000)
  return { ...timer, isRunning: false, minutes: Math.min(maxEntryMinutes, Math.max(1, minutes)) }
}

/** Whether an edit is of an entry, whose place and beginning are told too, rather than of a revision's minutes. */
export function isEntryEdit({ before, after }: TimeEdit): boolean {
  const time = after ?? before
  return time !== undefined && !isVersion(time)
}
