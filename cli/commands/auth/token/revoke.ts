import { revokeAccessToken, type ListedToken } from '#core/access/manage-tokens.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import { exitCodes } from '#cli/exit-code.ts'
import { defineVerb } from '#cli/define-verb.ts'
import { loadTokens } from './load-tokens.ts'

type Options = { readonly tokens?: readonly string[] }

export const verb = defineVerb({
  arguments: '<tokens...>',
  summary: 'revoke tokens by name, id or last characters',
  examples: ['auth token revoke laptop'],
  /** Revokes tokens given by name, id or last characters. */
  run: async ({ tokens = [] }: Options, context) => {
    const listed = await loadTokens(context)
    const wanted = tokens.map((text) => findToken(listed, text))
    const gateway = await context.loadGateway()
    for (const { id } of wanted) await revokeAccessToken(id, { gateway })
    context.print({
      rows: wanted.map(({ id, name, hint }) => ({ id, name, hint: `…${hint}`, result: 'revoked' })),
      fields: ['id', 'name', 'hint', 'result'],
      columns: ['name', 'hint', 'result'],
    })
    return exitCodes.done
  },
})

function findToken(listed: readonly ListedToken[], text: string): ListedToken {
  const hint = text.replace(/^…/, '')
  const byKey = listed.filter((token) => token.id === text || token.hint === hint)
  const found = byKey.length > 0 ? byKey : listed.filter(({ name }) => name === text)
  // Among tokens with the same name, only those not yet revoked are meant.
  const live = found.filter(({ revokedAt }) => revokedAt === undefined)
  const [first, second] = live.length > 0 ? live : found
  if (first === undefined)
    throw nothingMatched(`There is no token "${text}".`, 'List them with: studio-cli auth token list')
  if (second !== undefined) throw usageError(`"${text}" is the name of ${found.length} tokens.`, 'Use an id.')
  return first
}
