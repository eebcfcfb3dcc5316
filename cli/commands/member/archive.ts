import { defineVerb } from '#cli/define-verb.ts'
import { setArchived } from './open-member.ts'

type Options = { readonly person?: string }

export const verb = defineVerb({
  arguments: '<person>',
  summary: 'archive somebody; they lose access, their history stays',
  /** Archives a member, who keeps their history and loses access. */
  run: async ({ person = '' }: Options, context) => await setArchived(person, true, context),
})
