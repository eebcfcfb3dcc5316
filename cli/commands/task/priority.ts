import { runTaskChange, type TaskChangeOptions } from '#cli/change/run-task-change.ts'
import { usageError } from '#cli/cli-error.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { changeFlags } from './task-flags.ts'

/** The new value as text; `none` clears it. */
type Options = TaskChangeOptions & { readonly number?: string }

export const verb = defineVerb({
  arguments: '<number> [targets...]',
  summary: 'set the priority of tasks',
  options: changeFlags,
  examples: ['task priority 2 sq010/sh0040:anim'],
  run: async (options: Options, context) => {
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
})
