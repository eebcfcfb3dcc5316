import type { GlobalOptions } from '#cli/global-options.ts'
import type { Context } from '#cli/context.ts'

/** Ends the session at the host; repeating it is harmless. */
export async function runLogout(_: GlobalOptions, context: Context): Promise<void> {
  const { session } = await context.loadGateway()
  const host = await context.loadHost()
  if ((await session.load()) === undefined) {
    context.say(`Nobody was signed in at ${host.url}.`)
    return
  }
  await session.signOut()
  context.say(`Signed out at ${host.url}.`)
}
