import { deleteProject } from '#core/projects/delete-project.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import { countOf } from '#core/lib/text.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { open, pick } from './change-project.ts'
import { toProjectRow } from './to-project-row.ts'

type Options = {
  /** The existing project; the global `--project` is ignored here. */
  readonly which?: string
}

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'delete a project and everything in it; can be undone for 30 days',
  run: async ({ which = '' }: Options, context) => {
    const { client, studio } = await open(context)
    const project = pick(studio, which)
    const spaces = countOf(studio.getSpaces(project.id).length, 'space')
    await context.confirm(`This deletes ${project.name} with everything in it: ${spaces}. Continue?`)
    const row = toProjectRow(studio, project)
    const done = await deleteProject({ studio, projectId: project.id }, client)
    const { studioId } = studio
    const operation = await confirmWrite({ label: `Delete project ${project.name}`, studioId, done }, context)
    printChange({ ...row, operation }, context, ['id', 'name', 'slug', 'operation'])
  },
})
