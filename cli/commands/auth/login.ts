import type { Session } from '#core/gateway/ports.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { signInByBrowser } from './sign-in-by-browser.ts'

export type LoginOptions = {
  readonly email?: string
  readonly passwordStdin?: boolean
  /** False for `--no-browser`. */
  readonly browser: boolean
}

/** Signs in: with a password where one is given or the host has nothing else, with Google otherwise. */
export async function runLogin(options: LoginOptions, context: Context): Promise<void> {
  const host = await context.loadHost()
  const wantsPassword = options.email !== undefined || !host.auth.google
  if (wantsPassword && !host.auth.local)
    throw usageError(`${host.url} takes no passwords.`, 'Sign in with Google: studio-cli login')
  const session = wantsPassword ? await signInWithPassword(options, context) : await signInByBrowser(options, context)
  context.say(`Signed in at ${host.url} as ${session.fullName ?? session.email}.`)
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
  if (!io.isInputTty || !options.input) throw usageError('Nobody can be asked here.', otherwise)
}
