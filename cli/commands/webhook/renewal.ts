import type { Gateway } from '#core/gateway/ports.ts'
import type { NewSecret } from '#core/webhooks/manage-webhooks.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { flag } from '#cli/define-verb.ts'

export type RenewalOptions = { readonly renew?: boolean; readonly atOnce?: boolean }

export const renewalFlags = [
  flag('--renew', 'make a new one: a secret cannot be read again'),
  flag('--at-once', 'revoke the old one now, as after a leak; what was signed with it is refused'),
]

type Renewal = {
  readonly options: RenewalOptions
  readonly find: () => Promise<{ readonly id: string; readonly name: string }>
  readonly renew: (
    which: { readonly id: string; readonly isAtOnce: boolean },
    asks: { readonly gateway: Gateway },
  ) => Promise<NewSecret>
}

/** Renews the secret and prints it this one time. */
export async function renewSecret({ options, find, renew }: Renewal, context: Context): Promise<void> {
  if (options.renew !== true) throw usageError('A secret cannot be read again.', 'Make another one with --renew.')
  const { id, name } = await find()
  const isAtOnce = options.atOnce === true
  const { secret, oldUntil } = await renew({ id, isAtOnce }, { gateway: await context.loadGateway() })
  context.printRecord({ id, name, secret, oldUntil: oldUntil ?? null })
  context.say('Keep the secret: it cannot be read again.')
}
