import type { GlobalOptions } from '#cli/global-options.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { change } from './change-space.ts'

type Options = Pick<GlobalOptions, 'project'> & { readonly name?: string; readonly which?: string }

export const verb = defineVerb({
  arguments: '<which> <name>',
  summary: 'rename a space; its address stays',
  run: async ({ which = '', name = '', project }: Options, context) =>
    await change({ which, project }, { name: name.trim() }, context),
})
