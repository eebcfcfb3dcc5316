import { formatEstimate, isEstimateHours, parseEstimateEntry } from '#core/tasks/estimate.ts'
import { messages } from '#core/lib/messages.ts'
import { runTaskChange, type TaskChangeOptions } from '#cli/change/run-task-change.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { changeFlags } from './task-flags.ts'

/** The new value as text; `none` clears it. */
type Options = TaskChangeOptions & { readonly hours?: string }

export const verb = defineVerb({
  arguments: '<hours> [targets...]',
  summary: 'set the estimate of tasks in hours, or none',
  options: changeFlags,
  examples: ["task estimate 12.5 'ep01/sq010/*:anim'"],
  run: async (options: Options, context) => {
    const { hours = '' } = options
    const estimate = hours === 'none' ? undefined : toHours(hours)
    const show = (value: number | undefined) => (value === undefined ? null : formatEstimate(value))
    const label = `Set estimate ${hours}`
    return await runTaskChange(options, context, () => ({ field: 'estimatedHours', label, to: estimate, show }))
  },
})

function toHours(text: string): number {
  const typed = Number(text.replace(',', '.').replace(/h$/i, ''))
  const hours = parseEstimateEntry(text)
  if (hours === undefined || !isEstimateHours(typed))
    throw usageError(messages['estimate-out-of-range'], 'Write them like 12.5, or none.')
  return hours
}
