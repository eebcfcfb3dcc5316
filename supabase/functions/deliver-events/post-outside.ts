import { lookup as lookupAddresses } from 'node:dns/promises'
import { request as requestPlainly, type IncomingMessage } from 'node:http'
import { request as requestSafely } from 'node:https'
import { isInside } from '../_shared/inside-address.ts'

/** Resolves a name to its addresses. */
export type Lookup = (name: string) => Promise<readonly string[]>

export type Post = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether the deployment lets webhooks reach its own network. */
  readonly mayReachInside: boolean
  readonly timeoutMs: number
  readonly lookup?: Lookup
}

/** The response; `status` is absent if there was none. */
export type Posted = { readonly status: number | undefined; readonly answer: string; readonly retryAfter?: string }

const mostAnswerBytes = 1000

/**
 * Posts to an address outside. The name is looked up once, its address is checked, and the request goes to that very
 * address, so that a changed DNS answer has no effect. Redirects are not followed.
 */
export async function postOutside(post: Post): Promise<Posted> {
  try {
    const url = new URL(post.url)
    const address = await findAddress(url, post)
    return typeof address === 'string' ? await send(url, address, post) : address
  } catch (error) {
    return { status: undefined, answer: error instanceof Error ? error.message : String(error) }
  }
}

async function findAddress({ protocol, hostname }: URL, post: Post): Promise<string | Posted> {
  const { mayReachInside, lookup = lookupAll } = post
  if (protocol !== 'https:' && !(protocol === 'http:' && mayReachInside))
    return { status: undefined, answer: 'Refused: only https addresses are allowed' }
  // Names are looked up, addresses stand for themselves; URL has normalised odd notations.
  const name = hostname.replace(/^\[|\]$/g, '')
  const addresses = /^[\d.]+$|:/.test(name) ? [name] : await lookup(name)
  const [first] = addresses
  if (first === undefined) return { status: undefined, answer: `There is no host ${name}` }
  // An inside address among others might be chosen by chance.
  if (!mayReachInside && addresses.some(isInside))
    return { status: undefined, answer: `Refused: ${name} is inside the network of this installation` }
  return first
}

async function lookupAll(name: string): Promise<readonly string[]> {
  const found = await lookupAddresses(name, { all: true })
  return found.map(({ address }) => address)
}

function send(url: URL, address: string, { headers, body, timeoutMs }: Post): Promise<Posted> {
  const { promise, resolve, reject } = Promise.withResolvers<Posted>()
  const bytes = new TextEncoder().encode(body)
  const options = {
    host: address,
    port: url.port || (url.protocol === 'https:' ? 443 : 80),
    path: `${url.pathname}${url.search}`,
    method: 'POST',
    // The certificate is for the name, not the address.
    servername: url.hostname.replace(/^\[|\]$/g, ''),
    headers: { ...headers, host: url.host, 'content-length': String(bytes.length) },
    signal: AbortSignal.timeout(timeoutMs),
    agent: false,
  }
  const request = (url.protocol === 'https:' ? requestSafely : requestPlainly)(options, (response) => {
    readAnswer(response).then(resolve, reject)
  })
  request.on('error', reject)
  request.end(bytes)
  return promise
}

/** The beginning of a response; the rest is of no use and may be endless. */
async function readAnswer(response: IncomingMessage): Promise<Posted> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response) {
    // Without an encoding a response yields bytes.
    const bytes = piece as Uint8Array
    pieces.push(bytes)
    size += bytes.length
    if (size >= mostAnswerBytes) break
  }
  response.destroy()
  const answer = new TextDecoder().decode(concat(pieces, size)).slice(0, mostAnswerBytes)
  const retryAfter = response.headers['retry-after']
  return { status: response.statusCode, answer, ...(retryAfter !== undefined && { retryAfter }) }
}

function concat(pieces: readonly Uint8Array[], size: number): Uint8Array {
  const all = new Uint8Array(size)
  let at = 0
  for (const piece of pieces) {
    all.set(piece, at)
    at += piece.length
  }
  return all
}
