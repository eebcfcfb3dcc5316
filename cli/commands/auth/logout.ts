import { CliError } from '#cli/cli-error.ts'
import { findSignIn, makeCredentials, tokenKey, tokenVariable } from '#cli/credentials.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'sign out, on this machine and at the host',
  /** Ends the session at the host and deletes it, or the token, from this machine; repeating it is harmless. */
  run: async (_: GlobalOptions, context) => {
    if ((context.io.env[tokenVariable] ?? '').trim() !== '')
      throw new CliError('usage', `${tokenVariable} is set.`, `Remove it with: unset ${tokenVariable}`)
    const host = await context.loadHost()
    const kept = await findSignIn(context.io, host.url)
    if (kept?.token !== undefined) {
      await makeCredentials(context.io, host).removeItem(tokenKey)
      context.say(
        `Forgot the access token for ${host.url}. It is still valid. Revoke it with: studio-cli auth token revoke`,
      )
      return
    }
    const { session } = await context.loadGateway()
    if ((await session.load()) === undefined) {
      context.say(`Not signed in to ${host.url}.`)
      return
    }
    await session.signOut()
    context.say(`Signed out of ${host.url}.`)
  },
})
