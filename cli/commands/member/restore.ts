import { defineVerb } from '#cli/define-verb.ts'
import { setArchived } from './open-member.ts'

type Options = { readonly person?: string }

export const verb = defineVerb({
  arguments: '<person>',
  summary: 'give an archived member access again',
  run: async ({ person = '' }: Options, context) => await setArchived(person, false, context),
})
