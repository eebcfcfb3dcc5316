import { CliError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { findSignIn, makeCredentials, tokenKey, tokenVariable } from '#cli/credentials.ts'
import type { GlobalOptions } from '#cli/global-options.ts'

/** Ends the session at the host and forgets it, or the token, on this machine; repeating it is harmless. */
export async function runLogout(_: GlobalOptions, context: Context): Promise<void> {
  if ((context.io.env[tokenVariable] ?? '').trim() !== '')
    throw new CliError('usage', `${tokenVariable} is set.`, `Take it away: unset ${tokenVariable}`)
  const host = await context.loadHost()
  const kept = await findSignIn(context.io, host.url)
  if (kept?.token !== undefined) {
    await makeCredentials(context.io, host).removeItem(tokenKey)
    context.say(`Forgot the access token for ${host.url}. It stays valid: studio-cli auth token revoke ends it.`)
    return
  }
  const { session } = await context.loadGateway()
  if ((await session.load()) === undefined) {
    context.say(`Nobody was signed in at ${host.url}.`)
    return
  }
  await session.signOut()
  context.say(`Signed out at ${host.url}.`)
}
