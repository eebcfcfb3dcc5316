import { createAccessToken, listServiceAccounts, tokenDays } from '#core/access/manage-tokens.ts'
import { findExisting, ifMissingFlag, type IfMissing } from '#cli/change/if-missing.ts'
import { usageError } from '#cli/cli-error.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { pickOne } from '#cli/select/pick.ts'
import { defineVerb, flag, flagOf } from '#cli/define-verb.ts'
import { toState } from './list.ts'
import { loadTokens } from './load-tokens.ts'

type Options = IfMissing & { readonly name?: string; readonly days?: number; readonly serviceAccount?: string }

export const verb = defineVerb({
  arguments: '<name>',
  summary: 'create a token that acts as you or a service account, in this studio only; it is shown once',
  options: [
    flagOf('--days <count>', 'create_access_token.p_days'),
    flag('--service-account <name>', 'act as this service account'),
    ifMissingFlag,
  ],
  examples: ['auth token create laptop', "auth token create ci --service-account 'Render farm' --days 30 --json=token"],
  /** Creates a token and prints it this one time: alone when not at a terminal, so that scripts can capture it. */
  run: async (options: Options, context) => {
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
    const known = options.ifMissing === true ? await loadTokens(context) : []
    const { userId } = await context.loadSession()
    const own = known.filter((each) => each.userId === (account?.id ?? userId))
    const valid = own.filter((each) => toState(each, context.clock.now()) === 'valid')
    const present = findExisting(valid, name, options)
    if (present !== undefined) {
      const expiresAt = new Date(present.expiresAt).toISOString()
      context.printRecord({ id: present.id, name, token: null, studio: studio.name, expiresAt })
      return context.say('No change needed. It was shown when it was created.')
    }
    const input = { studioId: studio.id, name, days, ...(account && { serviceAccountId: account.id }) }
    const { id, token, expiresAt } = await createAccessToken(input, { gateway })
    context.printRecord({ id, name, token, studio: studio.name, expiresAt: new Date(expiresAt).toISOString() })
    context.say('Copy the token now: it is not shown again. Set STUDIO_TOKEN to use it with every command.')
  },
})
