import { stat } from 'node:fs/promises'
import { AppError } from '#core/lib/errors.ts'
import { CliError } from '#cli/cli-error.ts'
import { loadConfigFiles } from '#cli/config.ts'
import type { Context } from '#cli/context.ts'
import { credentialsPath } from '#cli/credentials.ts'
import { exitCodes } from '#cli/exit-code.ts'
import type { GlobalOptions } from '#cli/global-options.ts'
import { findStudio } from '#cli/select/load-studio.ts'
import { defineVerb } from '#cli/define-verb.ts'

type Check = { readonly check: string; readonly ok: boolean; readonly finding: string }

export const verb = defineVerb({
  summary: 'check that everything studio-cli needs works',
  /** Runs all checks, prints the findings and fails if a check does. */
  run: async (_: GlobalOptions, context) => {
    const checks: readonly Check[] = [
      await examine('node', async () => `${process.version}, ${process.platform} ${process.arch}`),
      await examine('settings', async () => {
        const { user, project } = await loadConfigFiles(context.io)
        return project === undefined ? user.path : `${project.path}, ${user.path}`
      }),
      await examine('sign-ins', () => examineCredentials(context)),
      await examine('host', async () => {
        const host = await context.loadHost()
        return `${host.url}, version ${host.version}`
      }),
      await examine('clock', () => examineClock(context)),
      await examine('session', async () => (await context.loadSession()).email),
      await examine('studio', async () => (await findStudio(context)).name),
    ]
    context.print({ rows: checks, fields: ['check', 'ok', 'finding'] })
    return checks.every(({ ok }) => ok) ? exitCodes.done : exitCodes.failure
  },
})

async function examine(check: string, look: () => Promise<string>): Promise<Check> {
  try {
    return { check, ok: true, finding: await look() }
  } catch (error) {
    const advice = error instanceof CliError || error instanceof AppError ? error.suggestion : undefined
    const message = error instanceof Error ? error.message : String(error)
    return { check, ok: false, finding: advice === undefined ? message : `${message} ${advice}` }
  }
}

async function examineCredentials({ io }: Context): Promise<string> {
  const file = credentialsPath(io)
  const found = await stat(file).catch(() => undefined)
  if (found === undefined) return `${file}, not there yet`
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new CliError('failure', `${file} can be read by others.`, `Run: chmod 600 ${file}`)
  return file
}

/** Tokens depend on the clock: one that is minutes off makes sign-ins fail. */
async function examineClock(context: Context): Promise<string> {
  const { url } = await context.loadHost()
  const response = await fetch(`${url}/config.json`)
  const there = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(there)) return 'the host does not say its time'
  const seconds = Math.round(Math.abs(there - context.clock.now()) / 1000)
  if (seconds > 60)
    throw new CliError('failure', `This machine's clock and the host's are ${seconds} seconds apart.`, 'Set the clock.')
  return `${seconds} seconds from the host's`
}
