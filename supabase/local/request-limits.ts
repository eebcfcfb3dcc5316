import type { WireError } from './http.ts'

const kibibyte = 1024

/** Some 400 ids in a filter. Longer URLs cost more to parse than they could ever find. */
const mostUrlBytes = 16 * kibibyte
const mostParentheses = 20
/** Columns, conditions, ids, parameters: lite's parsing time grows faster than their number. */
const mostTerms = 500
const mostJsonDepth = 32
/** The largest number of tasks in an import. */
const mostInList = 200_000
/** The rows of one request to a table. */
const mostRows = 10_000

/** How many bytes of a request's body are read; strangers may send little. */
export const bodyLimits = { stranger: 64 * kibibyte, call: kibibyte ** 2, person: 32 * kibibyte ** 2 } as const

/**
 * Refuses a method that no part of the API can read, a long or unreadable URL, and a deep or long filter or `select=`,
 * before anything parses it.
 */
export function findRefusal({ method, url }: { method: string; url: string }): WireError | undefined {
  // Of all methods that Node accepts, the one that a `Request` cannot be copied with.
  if (method === 'TRACE') return { status: 405, code: 'method_not_allowed', message: 'TRACE is not answered here' }
  if (url.length > mostUrlBytes)
    return { status: 414, code: 'uri_too_long', message: `An address has at most ${mostUrlBytes / kibibyte} kB` }
  if (!isReadable(new URL(url).pathname))
    return { status: 400, code: 'bad_path', message: 'The path of this address cannot be read: % begins a code' }
  const said = url.replaceAll('%28', '(').replaceAll('%29', ')').replaceAll(/%2c/gi, ',')
  if (measureDepth(Buffer.from(said), '(', ')') > mostParentheses)
    return { status: 400, code: 'PGRST100', message: `Parentheses go at most ${mostParentheses} deep` }
  return said.split(/[,&]/).length > mostTerms + 1
    ? { status: 400, code: 'PGRST100', message: `An address lists at most ${mostTerms} things` }
    : undefined
}

function isReadable(pathname: string): boolean {
  // Storage itself refuses invalid file names.
  if (pathname.startsWith('/storage/v1/')) return true
  try {
    decodeURIComponent(pathname)
    return true
  } catch {
    return false
  }
}

function measureDepth(text: Uint8Array, open: string, close: string): number {
  let [depth, deepest] = [0, 0]
  for (const byte of text) {
    if (byte === open.charCodeAt(0)) deepest = Math.max(deepest, ++depth)
    else if (byte === close.charCodeAt(0)) depth -= 1
  }
  return deepest
}

const char = (sign: string): number => sign.charCodeAt(0)
const [quote, backslash, comma] = [char('"'), char('\\'), char(',')]
const opening = new Set([char('['), char('{')])
const closing = new Set([char(']'), char('}')])
const spaces = new Set([char(' '), char('\n'), char('\r'), char('\t')])

/**
 * Refuses deep or long JSON by counting its brackets and commas: parsing it is what would be costly. A top-level list
 * is a list of rows, unless the receiver checks its own input.
 */
export function findJsonRefusal(json: Uint8Array, { isRows = true } = {}): WireError | undefined {
  const commas = [0]
  let isText = false
  let [isList, isRowNext, hasOthers] = [false, false, false]
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (isRowNext && !spaces.has(byte)) {
      hasOthers ||= byte !== char('{') && byte !== char(']')
      isRowNext = false
    }
    if (isText) {
      if (byte === backslash) at += 1
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === comma) {
      const count = (commas[commas.length - 1] ?? 0) + 1
      commas[commas.length - 1] = count
      if (count >= mostInList) return refuse(`A list has at most ${mostInList} entries`)
      if (commas.length === 2 && count >= mostRows) return refuse(`A request has at most ${mostRows} rows`)
      isRowNext = isList && commas.length === 2
    } else if (opening.has(byte)) {
      isRowNext = byte === char('[') && commas.length === 1
      isList ||= isRowNext
      if (commas.push(0) > mostJsonDepth + 1) return refuse(`JSON goes at most ${mostJsonDepth} deep`)
    } else if (closing.has(byte)) commas.pop()
  }
  return isRows && hasOthers ? noRow : undefined
}

const noRow: WireError = { status: 400, code: 'PGRST102', message: 'All object keys must match' }

const refuse = (message: string): WireError => ({ status: 413, code: 'payload_too_large', message })
