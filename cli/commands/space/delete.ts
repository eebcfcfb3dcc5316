import { deleteSpace } from '#core/projects/delete-space.ts'
import { confirmWrite } from '#cli/change/confirm-write.ts'
import { printChange } from '#cli/change/print-change.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { open, pick, shownOfChange } from './change-space.ts'
import { toSpaceRow } from './to-space-row.ts'

type Options = Pick<GlobalOptions, 'project'> & { readonly which?: string }

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'delete a space and everything in it; can be undone for 30 days',
  run: async ({ which = '', project }: Options, context) => {
    const { client, studio } = await open(context)
    const space = pick(studio, { which, project })
    await context.confirm(`This deletes ${space.name} and everything in it. Continue?`)
    const row = toSpaceRow(studio, space)
    const done = await deleteSpace({ studio, spaceId: space.id }, client)
    const { studioId } = studio
    const label = `Delete space ${space.name}`
    const operation = await confirmWrite({ label, studioId, done }, context)
    printChange({ ...row, operation }, context, shownOfChange)
  },
})
