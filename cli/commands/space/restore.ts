import type { GlobalOptions } from '#cli/global-options.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { change } from './change-space.ts'

type Options = Pick<GlobalOptions, 'project'> & { readonly which?: string }

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'bring back a space',
  run: async ({ which = '', project }: Options, context) =>
    await change({ which, project }, { isActive: true }, context),
})
