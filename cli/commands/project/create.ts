import type { ProjectId } from '#core/lib/ids.ts'
import { createProject } from '#core/projects/create-project.ts'
import { findPresent, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { getMade } from '#cli/change/get-made.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { open } from './change-project.ts'
import { toProjectRow } from './to-project-row.ts'

type Options = IfMissing & { readonly name?: string; readonly description?: string }

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create a project',
  options: [flag('--description <text>', 'description of the project'), ifMissingFlag],
  examples: ["project create 'The Salt Road'"],
  run: async ({ name = '', description, ...options }: Options, context) => {
    const { client, studio } = await open(context)
    const present = findPresent(studio.getProjects(), name, options)
    const shown = ['id', 'name', 'slug', 'operation'] as const
    if (present !== undefined) return tellChange({ ...toProjectRow(studio, present), operation: null }, context, shown)
    const id = client.ids.newId<ProjectId>()
    const done = await createProject({ studio, name, id, ...(description !== undefined && { description }) }, client)
    const label = `Create project ${name}`
    const operation = await settleWrite({ label, studioId: studio.studioId, done }, context)
    const made = getMade(studio.replica.find('projects', id))
    return tellChange({ ...toProjectRow(studio, made), operation }, context, shown)
  },
})
