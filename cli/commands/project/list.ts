import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { pickAll } from '#cli/select/pick.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { toProjectRow } from './to-project-row.ts'

export const verb = defineVerb({
  summary: 'list the projects you can open',
  run: async (options: GlobalOptions, context) => {
    const studio = await loadStudio(await context.openClient(), context)
    const all = studio.getProjects()
    const projects =
      options.project === undefined ? all : pickAll(all, options.project, { one: 'project', many: 'projects' })
    const rows = projects.map((project) => toProjectRow(studio, project))
    context.printList({
      rows,
      fields: ['id', 'name', 'slug', 'active', 'spaces', 'description', 'firstFrame', 'versions', 'createdAt'],
      columns: ['slug', 'name', 'active', 'spaces'],
    })
  },
})
