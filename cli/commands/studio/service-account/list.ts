import { listServiceAccounts } from '#core/access/manage-tokens.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'list the service accounts of the studio',
  options: [rowsFlag],
  run: async (options: WantedOptions, context) => {
    const { id } = await findStudio(context)
    const accounts = await listServiceAccounts(id, { gateway: await context.loadGateway() })
    await printWanted({
      rows: accounts.map(({ id: accountId, name, role, tokenCount, createdAt, lastUsedAt }) => ({
        id: accountId,
        name,
        role,
        tokens: tokenCount,
        created: new Date(createdAt).toISOString(),
        lastUsed: lastUsedAt === undefined ? null : new Date(lastUsedAt).toISOString(),
      })),
      fields: ['id', 'name', 'role', 'tokens', 'created', 'lastUsed'],
      columns: ['name', 'role', 'tokens', 'lastUsed'],
      options,
      context,
    })
  },
})
