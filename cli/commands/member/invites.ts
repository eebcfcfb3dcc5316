import { listInvites } from '#core/access/manage-invites.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list the invite links',
  options: [rowsFlag],
  run: async (options: WantedOptions, context) => {
    const { id } = await findStudio(context)
    const invites = await listInvites(id, { gateway: await context.loadGateway() })
    await printWanted({
      rows: invites.map((invite) => ({
        id: invite.id,
        valid: invite.isValid,
        uses: invite.useCount,
        created: new Date(invite.createdAt).toISOString(),
        expires: new Date(invite.expiresAt).toISOString(),
      })),
      fields: ['id', 'valid', 'uses', 'created', 'expires'],
      options,
      context,
    })
  },
})
