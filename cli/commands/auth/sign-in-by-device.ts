import { hostname } from 'node:os'
import * as v from 'valibot'
import { CliError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { askFunction, refused } from '#cli/token-session.ts'

const codesShape = v.object({
  device_code: v.string(),
  user_code: v.string(),
  expires_in: v.number(),
  interval: v.number(),
})

/** Shows a code, waits until it is approved in the app and returns the resulting access token (after RFC 8628). */
export async function signInByDevice(context: Context): Promise<string> {
  const host = await context.loadHost()
  const started = await askFunction(host, { name: 'device-sign-in', body: { client_name: hostname() } })
  const codes = v.safeParse(codesShape, started.body)
  if (started.status !== 200 || !codes.success) throw refused(host, started)
  const { user_code: code, device_code: deviceCode, expires_in: seconds } = codes.output
  // Printed even with --quiet: the sign-in cannot continue without the code.
  context.io.err(`Open this address on any device and check that it shows ${code}:\n${host.url}/device?code=${code}\n`)
  const endsAt = context.clock.elapsed() + seconds * 1000
  let waitMs = codes.output.interval * 1000
  while (context.clock.elapsed() < endsAt) {
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    const answer = await askFunction(host, { name: 'device-sign-in', body: { device_code: deviceCode } })
    const { token, code: refusal }: { token?: unknown; code?: unknown } = Object(answer.body)
    if (typeof token === 'string') return token
    if (refusal === 'slow_down') waitMs += 5000
    else if (refusal === 'access_denied')
      throw new CliError('notSignedIn', 'The sign-in was denied.', 'Try again: studio-cli auth login --device')
    else if (refusal !== 'authorization_pending') break
  }
  throw new CliError(
    'notSignedIn',
    'The sign-in was not approved in time.',
    'Try again: studio-cli auth login --device',
  )
}
