import { defineVerb } from '#cli/define-verb.ts'
import { change } from './change-project.ts'

type Options = {
  /** The existing project; the global `--project` is ignored here. */
  readonly which?: string
}

export const verb = defineVerb({
  arguments: '<which>',
  summary: 'bring back a project',
  run: async ({ which = '' }: Options, context) => await change(which, { isActive: true }, context),
})
