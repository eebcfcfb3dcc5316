import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { listProjectViews } from './list-project-views.ts'
import { toProjectViewRow, toViewRow } from './to-view-row.ts'

type Options = Pick<GlobalOptions, 'project' | 'space'> & WantedOptions

export const verb = defineVerb({
  summary: 'list saved views of spaces and of projects’ tasks and assets: yours and the studio’s',
  options: [rowsFlag],
  examples: ['view list --space ep01', 'view list --json=name,space'],
  run: async (options: Options, context) => {
    const client = await context.openClient()
    const studio = await loadStudio(client, context)
    const ofSpaces = listSpaces(studio, options).flatMap((space) =>
      studio.getSpaceViews(space.id).map((view) => toViewRow(studio, view, space.name)),
    )
    const ofTasks = listProjectViews(studio, options).map(({ view, project }) =>
      toProjectViewRow(studio, view, project),
    )
    const rows = [...ofSpaces, ...ofTasks]
    const fields = ['id', 'name', 'space', 'of', 'layout', 'filter', 'sort', 'group'] as const
    await printWanted({ rows, fields, columns: ['name', 'space', 'of', 'filter', 'sort', 'group'], options, context })
  },
})
