import type { TaskField, TaskFields } from '#core/tasks/mutators.ts'
import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { foldName } from '#core/lib/slug.ts'
import { findStatus } from '#core/studios/find-by-name.ts'
import { parseEstimateEntry } from '#core/tasks/estimate.ts'
import type { CellView } from '../space-view-store.ts'
import type { SpaceModel } from './space-model.ts'

/** What a pasted text means for a task. */
export type ReadCell = { [Field in TaskField]: { readonly field: Field; readonly value: TaskFields[Field] } }[TaskField]

/**
 * Reads a spreadsheet cell: hours where estimates are shown; elsewhere a status as `findStatus` knows it, a day, hours,
 * or a person by name, whichever comes first. Absent for anything else.
 */
export function readCell(text: string, model: SpaceModel, view: CellView): ReadCell | undefined {
  const hours = parseEstimateEntry(text)
  if (view === 'estimates') return hours === undefined ? undefined : { field: 'estimatedHours', value: hours }
  const wanted = text.trim().toLowerCase()
  const status = findStatus(model.getStatuses(), text)
  if (status !== undefined) return { field: 'statusId', value: status.id }
  const date = toIsoDay(wanted)
  if (isCalendarDate(date)) return { field: 'dueDate', value: date }
  if (hours !== undefined) return { field: 'estimatedHours', value: hours }
  const person = findPerson([...model.getPeople().values()], text)
  return person === undefined ? undefined : { field: 'assigneeId', value: person.id }
}

/** Finds the person of a name, as written or without its accents; nobody if several are called that. */
function findPerson<Person extends { readonly name: string }>(
  people: readonly Person[],
  text: string,
): Person | undefined {
  const wanted = text.trim().toLowerCase()
  const exact = people.filter(({ name }) => name.toLowerCase() === wanted)
  const [only, second] = exact.length > 0 ? exact : people.filter(({ name }) => foldName(name) === foldName(text))
  return second === undefined ? only : undefined
}

/**
 * Converts `24.12.2026` to `2026-12-24`. Leaves days with slashes alone: half the world reads them the other way round.
 */
function toIsoDay(text: string): string {
  const [, day = '', month = '', year] = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text) ?? []
  return year === undefined ? text : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

const wantedWords: Readonly<Record<CellView, string>> = {
  status: 'not a status, date, hours or person of this space',
  time: 'not a status, date, hours or person of this space',
  estimates: 'not a number of hours',
}

/** Describes what could not be pasted; absent where everything could. */
export function describeUnread(
  unread: readonly string[],
  counts: { readonly empty: number; readonly outside: number },
  view: CellView,
): string | undefined {
  const shown = [...new Set(unread)].slice(0, 2).map((text) => `“${text}”`)
  const more = unread.length > shown.length ? ` and ${unread.length - shown.length} more` : ''
  const parts = [
    unread.length > 0 && `${shown.join(', ')}${more}: ${wantedWords[view]}.`,
    counts.empty > 0 && `${count(counts.empty, 'cell has', 'cells have')} no task that can be changed.`,
    counts.outside > 0 && `${count(counts.outside, 'cell extends', 'cells extend')} past the grid.`,
  ].filter((part) => part !== false)
  return parts.length === 0 ? undefined : `${parts.join(' ')} Left unchanged.`
}

function count(number: number, one: string, many: string): string {
  return `${number} ${number === 1 ? one : many}`
}
