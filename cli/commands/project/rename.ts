import { defineVerb } from '#cli/define-verb.ts'
import { change } from './change-project.ts'

type Options = {
  readonly name?: string
  /** The existing project; the global `--project` is ignored here. */
  readonly which?: string
}

export const verb = defineVerb({
  arguments: '<which> <name>',
  summary: 'rename a project; its address stays',
  examples: ["project rename the-salt-road 'The Long Salt Road'"],
  run: async ({ which = '', name = '' }: Options, context) => await change(which, { name: name.trim() }, context),
})
