import http from 'node:http'
import { usageError } from './cli-error.ts'
import type { Io } from './io.ts'

const proxies = ['https_proxy', 'HTTPS_PROXY', 'http_proxy', 'HTTP_PROXY'] as const

/** This machine's own services are not reachable through a proxy. */
const ownMachine = 'localhost,127.0.0.1,::1'

/** Routes requests through the proxy named by the environment, as other programs do, if Node can (24.14). */
export function useProxy(env: Io['env']): void {
  const given = Object.fromEntries(
    proxies.flatMap((name) => (env[name] ? [[name.toLowerCase(), toAddress(name, env[name])]] : [])),
  )
  if (Object.keys(given).length === 0 || !('setGlobalProxyFromEnv' in http)) return
  const except = env['no_proxy'] ?? env['NO_PROXY'] ?? ''
  http.setGlobalProxyFromEnv({ ...given, no_proxy: except === '' ? ownMachine : `${except},${ownMachine}` })
}

function toAddress(name: string, text: string): string {
  const address = text.includes('://') ? text : `http://${text}`
  if (!URL.canParse(address))
    throw usageError(`${name} is not a proxy address: ${text}.`, 'Write it like http://proxy:3128.')
  return address
}
