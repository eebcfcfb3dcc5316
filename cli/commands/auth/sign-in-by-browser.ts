import type { LoginOptions } from './login-options.ts'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Session } from '#core/gateway/ports.ts'
import { CliError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { openAddress } from '#cli/open-address.ts'

const patienceMs = 5 * 60_000

/**
 * Signs in with Google in the browser, which redirects to a port of this machine with a code only this process can use
 * (PKCE).
 */
export async function signInByBrowser({ browser }: LoginOptions, context: Context): Promise<Session> {
  const [host, gateway] = [await context.loadHost(), await context.loadGateway()]
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server listening on a port has an `AddressInfo`.
  const { port } = server.address() as AddressInfo
  const redirectTo = `http://127.0.0.1:${port}/callback`
  try {
    const [domainHint] = host.allowedEmailDomains
    const address = await gateway.session.startOAuth({
      provider: 'google',
      redirectTo,
      ...(domainHint !== undefined && { domainHint }),
    })
    context.say(`Sign in at this address:\n${address}`)
    if (browser && context.io.isErrorTty) openAddress(address)
    const session = await gateway.session.completeOAuth(new URL(await waitForCallback(server), redirectTo).href)
    if (session === undefined)
      throw new CliError('failure', 'The browser returned without a sign-in.', 'Try again: studio-cli login')
    return session
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

/** Waits for the first request to `/callback`; returns its path and query. */
async function waitForCallback(server: ReturnType<typeof createServer>): Promise<string> {
  const timer = new AbortController()
  const timeout = setTimeout(() => timer.abort(), patienceMs)
  try {
    return await new Promise<string>((resolve, reject) => {
      timer.signal.addEventListener('abort', () =>
        reject(new CliError('failure', 'No sign-in within five minutes.', 'Try again: studio-cli login')),
      )
      server.on('request', (request, response) => {
        const isCallback = request.url?.startsWith('/callback') === true
        response.writeHead(isCallback ? 200 : 404, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
        response.end(isCallback ? 'You can close this page and go back to the terminal.\n' : 'Not found.\n')
        if (isCallback) resolve(request.url ?? '')
      })
    })
  } finally {
    clearTimeout(timeout)
  }
}
