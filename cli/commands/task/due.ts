import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { runTaskChange, type TaskChangeOptions } from '#cli/change/run-task-change.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { changeFlags } from './task-flags.ts'

/** The new value as text; `none` clears it. */
type Options = TaskChangeOptions & { readonly day?: string }

export const verb = defineVerb({
  arguments: '<day> [targets...]',
  summary: 'set the due date of tasks, or none',
  options: changeFlags,
  examples: ["task due 2026-12-18 'ep01/sq010/*:comp'"],
  run: async (options: Options, context) => {
    const { day = '' } = options
    const dueDate = day === 'none' ? undefined : day
    if (dueDate !== undefined && !isCalendarDate(dueDate))
      throw usageError(`"${day}" is not a date.`, 'Write it like 2026-12-18, or none.')
    const label = `Set due date ${day}`
    return await runTaskChange(options, context, () => ({
      field: 'dueDate',
      label,
      to: dueDate,
      show: (date) => date ?? null,
    }))
  },
})
