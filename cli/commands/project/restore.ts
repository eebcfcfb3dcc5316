import { defineVerb } from '#cli/define-verb.ts'
import { change } from './change-project.ts'

type Options = {
  /** The project that is there; `--project` of the command line is not asked here. */
  readonly which?: string
}

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'bring back a project',
  run: async ({ which = '' }: Options, context) => await change(which, { isActive: true }, context),
})
