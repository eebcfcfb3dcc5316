import type { LocalContext } from '#cli/local-context.ts'
import { CliError } from '#cli/cli-error.ts'
import { credentialsPath, findSignIn, tokenVariable } from '#cli/credentials.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { defineVerb } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'show the session and when it expires',
  /** Prints the stored sign-in without using it or asking the server, so it works while the server refuses it. */
  run: async ({ host }: Pick<GlobalOptions, 'host'>, context: LocalContext) => {
    const { io } = context
    if ((io.env[tokenVariable] ?? '').trim() !== '') {
      context.printRecord(toRecord(host, { by: tokenVariable, keptIn: null }))
      return
    }
    const kept = await findSignIn(io, host)
    if (kept?.token === undefined && kept?.session === undefined)
      throw new CliError('notSignedIn', `Not signed in to ${host}.`, 'Sign in with: studio-cli login')
    const keptIn = credentialsPath(io)
    if (kept.token !== undefined) context.printRecord(toRecord(host, { by: 'token', keptIn }))
    else context.printRecord({ ...toRecord(host, { by: 'session', keptIn }), ...readSession(kept.session ?? '') })
  },
})

type SignIn = { readonly by: string; readonly keptIn: string | null }

function toRecord(host: string, { by, keptIn }: SignIn) {
  return { host, by, email: null, userId: null, accessTokenExpiresAt: null, keptIn }
}

function readSession(text: string) {
  // Written by the sign-in; missing values are printed as absent.
  const { expires_at: expiresAt, user } = JSON.parse(text) as {
    readonly expires_at?: number
    readonly user?: { readonly id?: string; readonly email?: string }
  }
  return {
    email: user?.email ?? null,
    userId: user?.id ?? null,
    accessTokenExpiresAt: expiresAt === undefined ? null : new Date(expiresAt * 1000).toISOString(),
  }
}
