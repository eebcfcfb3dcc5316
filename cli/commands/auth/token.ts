import {
  createAccessToken,
  listAccessTokens,
  listServiceAccounts,
  revokeAccessToken,
  tokenDays,
  type ListedToken,
} from '#core/operations/manage-tokens.ts'
import { nothingMatched, usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { exitCodes, type ExitCode } from '#cli/exit-code.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'

export type TokenOptions = {
  readonly name?: string
  readonly days?: number
  readonly serviceAccount?: string
  readonly all?: boolean
  readonly tokens?: readonly string[]
}

/** Makes a token and prints it, the only time it can be read: alone off a terminal, so that it can be caught. */
export async function runTokenCreate(options: TokenOptions, context: Context): Promise<void> {
  const { name = '', days = tokenDays.usual, serviceAccount } = options
  if (!Number.isInteger(days) || days < 1 || days > tokenDays.most)
    throw usageError(`--days must be a whole number from 1 to ${tokenDays.most}.`)
  const studio = await findStudio(context)
  const gateway = await context.loadGateway()
  const account =
    serviceAccount === undefined
      ? undefined
      : pickOne(await listServiceAccounts(studio.id, { gateway }), serviceAccount, {
          one: 'service account',
          many: 'service accounts',
        })
  const input = { studioId: studio.id, name, days, ...(account && { serviceAccountId: account.id }) }
  const { id, token, expiresAt } = await createAccessToken(input, { gateway })
  context.printRecord({ id, name, token, studio: studio.name, expiresAt: new Date(expiresAt).toISOString() })
  context.say('Keep the token now: it is not shown again. STUDIO_TOKEN=… lets every command use it.')
}

export async function runTokenList({ all = false }: TokenOptions, context: Context): Promise<void> {
  const tokens = await loadTokens(context)
  const shown = all ? tokens : tokens.filter((token) => toState(token, context.clock.now()) === 'valid')
  context.print({
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
  })
}

/** Ends tokens named by their name, id or end. */
export async function runTokenRevoke({ tokens = [] }: TokenOptions, context: Context): Promise<ExitCode> {
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
}

function findToken(listed: readonly ListedToken[], text: string): ListedToken {
  const hint = text.replace(/^…/, '')
  const byKey = listed.filter((token) => token.id === text || token.hint === hint)
  const found = byKey.length > 0 ? byKey : listed.filter(({ name }) => name === text)
  // Of tokens that share a name, those that are over already are not meant.
  const live = found.filter(({ revokedAt }) => revokedAt === undefined)
  const [first, second] = live.length > 0 ? live : found
  if (first === undefined)
    throw nothingMatched(`There is no token "${text}".`, 'studio-cli auth token list shows them.')
  if (second !== undefined) throw usageError(`"${text}" is the name of ${found.length} tokens.`, 'Use an id.')
  return first
}

async function loadTokens(context: Context): Promise<readonly ListedToken[]> {
  const { id } = await findStudio(context)
  return await listAccessTokens(id, { gateway: await context.loadGateway() })
}

function toState({ revokedAt, expiresAt }: ListedToken, now: number): 'valid' | 'expired' | 'revoked' {
  if (revokedAt !== undefined) return 'revoked'
  return expiresAt <= now ? 'expired' : 'valid'
}

function toText(time: number | undefined): string | null {
  return time === undefined ? null : new Date(time).toISOString()
}
