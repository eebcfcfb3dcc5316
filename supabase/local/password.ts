import { randomInt } from 'node:crypto'
import { HostError } from './host-error.ts'
import { loadKeys } from './keys.ts'
import { isLocalMode, loadSettings } from './settings.ts'

// `npm run password -- ann@studio.example`, beside the running host and with its settings: sets a new password for
// somebody who forgot theirs.

type User = { id: string; email: string | null }

// Letters and digits that are not mistaken for one another.
const signs = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Sets a new password for an account, which signs it out everywhere, and returns it. */
export async function resetPassword(email: string, flags: readonly string[]): Promise<string> {
  const settings = loadSettings(flags, process.env)
  if (!isLocalMode(settings)) throw new HostError('People sign in with Google here: there are no passwords to reset.')
  const { serviceKey } = await loadKeys(settings.dataDirectory)
  const ask = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = { authorization: `Bearer ${serviceKey}`, 'content-type': 'application/json' }
    const url = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${settings.port}/auth/v1/admin/users${path}`
    const response = await fetch(url, { ...init, headers }).catch(() => undefined)
    if (response === undefined)
      throw new HostError(`Nothing answers at ${url}: start Xsheet first, and give this command the same settings.`)
    if (!response.ok) throw new HostError(`The host refused: ${await response.text()}`)
    return response
  }
  const user = await findUser(email.trim().toLowerCase(), ask)
  const password = Array.from({ length: 16 }, () => signs[randomInt(signs.length)]).join('')
  await ask(`/${user.id}`, { method: 'PUT', body: JSON.stringify({ password }) })
  return password
}

async function findUser(email: string, ask: (path: string) => Promise<Response>): Promise<User> {
  for (let page = 1; ; page += 1) {
    const { users } = (await (await ask(`?page=${page}&per_page=1000`)).json()) as { users: readonly User[] }
    const found = users.find((user) => user.email?.toLowerCase() === email)
    if (found !== undefined) return found
    if (users.length < 1000) throw new HostError(`Nobody has signed up as ${email}.`)
  }
}

if (import.meta.main) {
  const [email, ...flags] = process.argv.slice(2)
  try {
    if (email === undefined || email.startsWith('--'))
      throw new HostError('Say whose: npm run password -- ann@studio.example.')
    console.log(`The new password of ${email} is ${await resetPassword(email, flags)}`)
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
