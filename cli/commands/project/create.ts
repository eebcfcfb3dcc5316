import type { ProjectId } from '#core/lib/ids.ts'
import { createProject } from '#core/projects/create-project.ts'
import { findPresent, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { getMade } from '#cli/change/get-made.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { open, tellProject } from './change-project.ts'

type Options = IfMissing & { readonly name?: string; readonly description?: string }

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create a project',
  options: [flag('--description <text>', 'description of the project'), ifMissingFlag],
  examples: ["project create 'The Salt Road'"],
  run: async ({ name = '', description, ...options }: Options, context) => {
    const { client, studio } = await open(context)
    const present = findPresent(studio.getProjects(), name, options)
    if (present !== undefined) return tellProject({ studio, project: present, operation: null }, context)
    const id = client.ids.newId<ProjectId>()
    const done = await createProject({ studio, name, id, ...(description !== undefined && { description }) }, client)
    const label = `Create project ${name}`
    const operation = await settleWrite({ label, studioId: studio.studioId, done }, context)
    const made = getMade(studio.replica.find('projects', id))
    return tellProject({ studio, project: made, operation }, context)
  },
})
