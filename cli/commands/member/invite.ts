import { createInvite, inviteDays } from '#core/access/manage-invites.ts'
import { usageError } from '#cli/cli-error.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { defineVerb, flagOf } from '#cli/define-verb.ts'
import { get } from './open-member.ts'

type Options = { readonly days?: number }

export const verb = defineVerb({
  summary: 'create a link that lets people join as members; it is shown once',
  options: [flagOf('--days <count>', 'generate_studio_invite.p_expires_in_days')],
  /** Creates an invite link and prints it this one time. */
  run: async ({ days = inviteDays }: Options, context) => {
    if (!Number.isInteger(days) || days < 1 || days > 365)
      throw usageError('--days must be a whole number from 1 to 365.')
    const studio = await findStudio(context)
    const { url } = await context.loadHost()
    const token = get(await createInvite({ studioId: studio.id, days }, { gateway: await context.loadGateway() }))
    const expiresAt = new Date(context.clock.now() + days * 86_400_000).toISOString()
    context.printRecord({ link: `${url}/invite/${token}`, studio: studio.name, expiresAt })
  },
})
