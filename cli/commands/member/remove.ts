import { removeMember } from '#core/access/manage-members.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { get, open } from './open-member.ts'

type Options = { readonly person?: string }

export const verb = defineVerb({
  arguments: '<person>',
  summary: 'remove somebody from the studio; what they posted stays',
  run: async ({ person = '' }: Options, context) => {
    const { client, studio, member } = await open(person, context)
    await context.confirm(`This removes ${member.displayName} from the studio; what they posted stays. Continue?`)
    get(await removeMember({ studioId: studio.studioId, userId: member.userId }, client))
    context.say(`Removed ${member.displayName}.`)
  },
})
