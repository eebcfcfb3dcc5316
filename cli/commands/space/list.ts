import type { GlobalOptions } from '#cli/global-options.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { listSpaces } from '#cli/select/load-tasks.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list spaces',
  examples: ['space list --project the-salt-road'],
  run: async (options: GlobalOptions, context) => {
    const studio = await loadStudio(await context.openClient(), context)
    const rows = listSpaces(studio, options).map((space) => {
      const stages = studio.getSpaceStages(space.id).filter(({ isActive }) => isActive)
      const project = studio.replica.find('projects', space.projectId)
      return {
        id: space.id,
        path: `${project?.slug ?? space.projectId}/${space.slug}`,
        name: space.name,
        slug: space.slug,
        project: project?.name ?? null,
        layout: space.layout,
        active: space.isActive,
        stages: stages.map(({ stageId }) => studio.replica.find('stages', stageId)?.name ?? stageId),
      }
    })
    context.printList({
      rows,
      fields: ['id', 'path', 'name', 'slug', 'project', 'layout', 'active', 'stages'],
      columns: ['path', 'name', 'layout', 'stages'],
    })
  },
})
