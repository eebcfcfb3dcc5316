import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { toViewRow } from './to-view-row.ts'

type Options = Pick<GlobalOptions, 'project' | 'space'>

export const verb = defineVerb({
  summary: 'list saved views: yours and the studio’s',
  examples: ['view list --space ep01', 'view list --json=name,space'],
  run: async (options: Options, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const rows = listSpaces(studio, options).flatMap((space) =>
      studio.getSpaceViews(space.id).map((view) => toViewRow(studio, view, space.name)),
    )
    const fields = ['id', 'name', 'space', 'of', 'layout', 'filter', 'sort', 'group'] as const
    context.printList({ rows, fields, columns: ['name', 'space', 'of', 'filter', 'sort', 'group'] })
  },
})
