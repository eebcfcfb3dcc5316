import type { LoginOptions } from './login-options.ts'
import type { Session } from '#core/gateway/ports.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { makeCredentials, sessionKey, tokenKey, tokenVariable } from '#cli/credentials.ts'
import { makeTokenSessions } from '#cli/token-session.ts'
import { defineVerb, flag } from '#cli/define-verb.ts'

export const verb = defineVerb({
  summary: 'sign in to the host',
  options: [
    flag('--email <address>', 'sign in with a password, where the host allows that'),
    flag('--password-stdin', 'read the password from standard input (default: XSHEET_PASSWORD, then a prompt)'),
    flag('--no-browser', 'print the address instead of opening it'),
    flag('--device', 'show a code to approve in the app on another machine'),
    flag('--with-token', 'read an access token from standard input and keep it'),
  ],
  examples: [
    'login',
    'login --email mei.tanaka@northlight.example',
    'login --email bot@studio.example --password-stdin < secret',
    'login --device',
  ],
  /**
   * Signs in by token or device code if asked to, by password if one is given or the host offers nothing else,
   * otherwise with Google.
   */
  run: async (options: LoginOptions, context) => {
    if (context.io.env[tokenVariable] !== undefined)
      throw usageError(`${tokenVariable} is set and overrides every sign-in.`, `Remove it with: unset ${tokenVariable}`)
    if (options.withToken === true) return await keepToken((await context.io.readInput()).trim(), context)
    if (options.device === true) {
      const { signInByDevice } = await import('./sign-in-by-device.ts')
      return await keepToken(await signInByDevice(context), context)
    }
    const host = await context.loadHost()
    await makeCredentials(context.io, host).removeItem(tokenKey)
    const wantsPassword = options.email !== undefined || !host.auth.google
    if (wantsPassword && !host.auth.local)
      throw usageError(`${host.url} does not accept passwords.`, 'Sign in with Google: studio-cli login')
    const session = wantsPassword ? await signInWithPassword(options, context) : await openBrowser(options, context)
    context.say(`Signed in to ${host.url} as ${session.fullName ?? session.email}.`)
  },
})

async function openBrowser(options: LoginOptions, context: Context): Promise<Session> {
  const { signInByBrowser } = await import('./sign-in-by-browser.ts')
  return await signInByBrowser(options, context)
}

/** Stores an access token in place of a sign-in, once it has been exchanged for a session. */
async function keepToken(token: string, context: Context): Promise<void> {
  const host = await context.loadHost()
  const wire = await makeTokenSessions(token, host).getItem(sessionKey)
  // The format that `makeTokenSessions` writes.
  const { user } = JSON.parse(wire ?? '{}') as { user: { user_metadata: { full_name: string } } }
  const credentials = makeCredentials(context.io, host)
  await credentials.removeItem(sessionKey)
  await credentials.setItem(tokenKey, token)
  context.say(`Signed in to ${host.url} as ${user.user_metadata.full_name}, in the token’s studio only.`)
}

async function signInWithPassword(options: LoginOptions, context: Context): Promise<Session> {
  const email = options.email ?? (await ask(context, 'E-mail: ', 'Pass --email.'))
  const password = await findPassword(options, context)
  const gateway = await context.loadGateway()
  return await gateway.session.signInWithPassword({ email, password })
}

async function findPassword({ passwordStdin }: LoginOptions, context: Context): Promise<string> {
  const { io } = context
  if (passwordStdin === true) return (await io.readInput()).replace(/\r?\n$/, '')
  return io.env['XSHEET_PASSWORD'] ?? (await askSecret(context))
}

async function askSecret(context: Context): Promise<string> {
  assertCanAsk(context, 'Pass --password-stdin, or set XSHEET_PASSWORD.')
  return await context.io.askSecret('Password: ')
}

async function ask(context: Context, question: string, otherwise: string): Promise<string> {
  assertCanAsk(context, otherwise)
  return await context.io.ask(question)
}

function assertCanAsk({ io, options }: Context, otherwise: string): void {
  if (!io.isInputTty || !options.input) throw usageError('This is not an interactive terminal.', otherwise)
}
