import type { ProjectId } from '#core/lib/ids.ts'
import { createProject } from '#core/projects/create-project.ts'
import { findExisting, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { getCreated } from '#cli/change/get-created.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { open, printProject } from './change-project.ts'

type Options = IfMissing & { readonly name?: string; readonly description?: string }

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create a project',
  options: [flag('--description <text>', 'description of the project'), ifMissingFlag],
  examples: ["project create 'The Salt Road'"],
  run: async ({ name = '', description, ...options }: Options, context) => {
    const { client, studio } = await open(context)
    const present = findExisting(studio.getProjects(), name, options)
    if (present !== undefined) return printProject({ studio, project: present, operation: null }, context)
    const id = client.ids.newId<ProjectId>()
    const done = await createProject({ studio, name, id, ...(description !== undefined && { description }) }, client)
    const label = `Create project ${name}`
    const operation = await confirmWrite({ label, studioId: studio.studioId, done }, context)
    const made = getCreated(studio.replica.find('projects', id))
    return printProject({ studio, project: made, operation }, context)
  },
})
