import { listInvites, revokeInvite } from '#core/access/manage-invites.ts'
import { nothingMatched } from '#cli/cli-error.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { get } from './open-member.ts'

type Options = { readonly invite?: string }

export const verb = defineVerb({
  arguments: '<invite>',
  summary: 'revoke an invite link by its id or the start of it',
  run: async ({ invite = '' }: Options, context) => {
    const { id } = await findStudio(context)
    const gateway = await context.loadGateway()
    const found = (await listInvites(id, { gateway })).filter((each) => each.id.startsWith(invite.toLowerCase()))
    const [only, second] = found
    if (only === undefined || second !== undefined)
      throw nothingMatched(
        `${found.length} invite links begin with "${invite}".`,
        'List them with: studio-cli member invites',
      )
    get(await revokeInvite(only.id, { gateway }))
    context.say(`Revoked the invite link ${only.id}.`)
  },
})
