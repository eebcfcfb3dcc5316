import type { GlobalOptions } from '../../global-options.ts'
import type { Context } from '../../context.ts'
import { credentialsPath } from '../../credentials.ts'

/** Prints the sign-in without using it: works while the server refuses it. */
export async function runAuthStatus(_: GlobalOptions, context: Context): Promise<void> {
  const host = await context.loadHost()
  const session = await context.loadSession()
  context.printRecord({
    host: host.url,
    email: session.email,
    userId: session.userId,
    accessTokenExpiresAt: new Date(session.expiresAt).toISOString(),
    keptIn: credentialsPath(context.io),
  })
}
