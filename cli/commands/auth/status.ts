import type { GlobalOptions } from '#cli/global-options.ts'
import type { Context } from '#cli/context.ts'
import { credentialsPath } from '#cli/credentials.ts'

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
