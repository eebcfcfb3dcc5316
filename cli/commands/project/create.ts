import type { ProjectId } from '#core/lib/ids.ts'
import { createProject } from '#core/projects/create-project.ts'
import { settleWrite } from '#cli/change/carry-out-write.ts'
import { tellChange } from '#cli/change/tell-change.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { open } from './change-project.ts'

type Options = { readonly name?: string; readonly description?: string; readonly ifMissing?: boolean }

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create a project',
  options: [
    flag('--description <text>', 'description of the project'),
    flag('--if-missing', 'be content with one that is there already'),
  ],
  examples: ["project create 'The Salt Road'"],
  run: async ({ name = '', description, ifMissing }: Options, context) => {
    const { client, studio } = await open(context)
    const present = studio.getProjects().find((each) => each.name.toLowerCase() === name.trim().toLowerCase())
    if (present !== undefined && ifMissing === true)
      return tellChange({ id: present.id, name: present.name, slug: present.slug, operation: null }, context)
    const id = client.ids.newId<ProjectId>()
    const done = await createProject({ studio, name, id, ...(description !== undefined && { description }) }, client)
    const label = `Create project ${name}`
    const operation = await settleWrite({ label, studioId: studio.studioId, done }, context)
    tellChange({ id, name: name.trim(), slug: studio.replica.find('projects', id)?.slug ?? null, operation }, context)
  },
})
