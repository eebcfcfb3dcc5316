import type { ListedToken } from '#core/access/manage-tokens.ts'
import { printWanted, rowsFlag, type WantedOptions } from '#cli/select/print-wanted.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'
import { loadTokens } from './load-tokens.ts'

type Options = WantedOptions & { readonly all?: boolean }

export const verb = defineVerb({
  summary: 'list your valid tokens, or everybody’s if you manage the studio’s users',
  options: [flag('--all', 'include expired and revoked tokens'), rowsFlag],
  run: async ({ all = false, where }: Options, context) => {
    const tokens = await loadTokens(context)
    const shown = all ? tokens : tokens.filter((token) => toState(token, context.clock.now()) === 'valid')
    await printWanted({
      rows: shown.map((token) => ({
        id: token.id,
        name: token.name,
        hint: `…${token.hint}`,
        owner: token.userName,
        ownerId: token.userId,
        service: token.isService,
        state: toState(token, context.clock.now()),
        created: toText(token.createdAt),
        expires: toText(token.expiresAt),
        lastUsed: toText(token.lastUsedAt),
      })),
      fields: ['id', 'name', 'hint', 'owner', 'ownerId', 'service', 'state', 'created', 'expires', 'lastUsed'],
      columns: ['name', 'hint', 'owner', 'state', 'expires', 'lastUsed'],
      options: { where },
      context,
    })
  },
})

/** Returns whether a token is valid, expired or revoked. */
export function toState({ revokedAt, expiresAt }: ListedToken, now: number): 'valid' | 'expired' | 'revoked' {
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt <= now ? 'expired' : 'valid'
}

function toText(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}
