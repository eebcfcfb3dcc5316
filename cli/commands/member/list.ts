import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list the people of the studio, archived ones last',
  options: [rowsFlag],
  run: async (options: GlobalOptions & WantedOptions, context) => {
    const studio = await loadStudio(await context.openClient(), context)
    const members = studio
      .getMembers()
      .toSorted((a, b) => Number(a.archivedAt !== undefined) - Number(b.archivedAt !== undefined))
    const rows = members.map((member) => ({
      id: member.userId,
      name: member.displayName,
      email: member.email,
      role: studio.replica.find('user_roles', member.roleId)?.name ?? null,
      archived: member.archivedAt !== undefined,
    }))
    await printWanted({
      rows,
      fields: ['id', 'name', 'email', 'role', 'archived'],
      columns: ['name', 'email', 'role', 'archived'],
      options,
      context,
    })
  },
})
