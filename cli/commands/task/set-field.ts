import { isCalendarDate } from '#core/domain/calendar-date.ts'
import { formatEstimate, isEstimateHours, parseEstimateEntry } from '#core/domain/estimate.ts'
import { messages } from '#core/lib/messages.ts'
import { runTaskChange, type TaskChangeOptions } from '#cli/change/run-task-change.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import type { ExitCode } from '#cli/exit-code.ts'
import { pickMember } from '#cli/select/pick-member.ts'

/** The one argument that is there is the new value, as text. */
export type SetFieldOptions = TaskChangeOptions & {
  readonly person?: string
  readonly day?: string
  readonly hours?: string
  readonly number?: string
}

type RunSetField = (options: SetFieldOptions, context: Context) => Promise<ExitCode>

/** Sets one field of tasks; `none` takes its value away. */
export const runSetField: Readonly<Record<'assign' | 'due' | 'estimate' | 'priority', RunSetField>> = {
  assign: async (options, context) => {
    const { userId } = await context.loadSession()
    const { person = '' } = options
    return await runTaskChange(options, context, (studio) => {
      const member = person === 'none' ? undefined : pickMember(studio, person, userId)
      const show = (id: string | undefined) =>
        id === undefined ? null : (studio.replica.find('studio_members', id)?.displayName ?? id)
      const label = member === undefined ? 'Assign to nobody' : `Assign to ${member.displayName}`
      return { field: 'assigneeId', label, to: member?.userId, show }
    })
  },
  due: async (options, context) => {
    const { day = '' } = options
    const dueDate = day === 'none' ? undefined : day
    if (dueDate !== undefined && !isCalendarDate(dueDate))
      throw usageError(`"${day}" is not a day.`, 'Write it like 2026-12-18, or none.')
    const label = `Set due date ${day}`
    return await runTaskChange(options, context, () => ({
      field: 'dueDate',
      label,
      to: dueDate,
      show: (date) => date ?? null,
    }))
  },
  estimate: async (options, context) => {
    const { hours = '' } = options
    const estimate = hours === 'none' ? undefined : toHours(hours)
    const show = (value: number | undefined) => (value === undefined ? null : formatEstimate(value))
    const label = `Set estimate ${hours}`
    return await runTaskChange(options, context, () => ({ field: 'estimatedHours', label, to: estimate, show }))
  },
  priority: async (options, context) => {
    const { number: text = '' } = options
    if (!/^\d{1,3}$/.test(text)) throw usageError(`"${text}" is not a priority.`, 'Write a whole number, such as 2.')
    const label = `Set priority ${text}`
    return await runTaskChange(options, context, () => ({
      field: 'priority',
      label,
      to: Number(text),
      show: (value) => value,
    }))
  },
}

function toHours(text: string): number {
  const typed = Number(text.replace(',', '.').replace(/h$/i, ''))
  const hours = parseEstimateEntry(text)
  if (hours === undefined || !isEstimateHours(typed))
    throw usageError(messages['estimate-out-of-range'], 'Write them like 12.5, or none.')
  return hours
}
