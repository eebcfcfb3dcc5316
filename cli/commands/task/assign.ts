import { runTaskChange, type TaskChangeOptions } from '#cli/change/run-task-change.ts'
import { pickMember } from '#cli/select/pick-member.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { changeFlags } from './task-flags.ts'

/** The new value as text; `none` clears it. */
type Options = TaskChangeOptions & { readonly person?: string }

export const verb = defineVerb({
  arguments: '<person> [targets...]',
  summary: 'assign tasks to somebody, or none',
  options: changeFlags,
  examples: ['task assign "Mei Tanaka" sq010/sh0040:anim', "task assign none 'ep01/**:fx'"],
  run: async (options: Options, context) => {
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
})
