import { getDotPath, safeParse } from 'valibot'
import { openZip, ZipProblem } from '#core/exchange/unzip.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { decisionsSchema, type Decisions } from './decisions.ts'

/** A file as somebody chose it. */
export type GivenFile = { readonly name: string; readonly bytes: Uint8Array }

/** A file of decisions and the name it is called by. */
export type DecisionsFile = { readonly name: string; readonly decisions: Decisions }

/** More than a session of a thousand tasks is decided with. */
export const mostDecisions = 2000
const mostBytes = 64 * 1024 * 1024

/** Whether a file of a packet holds decisions: `decisions.json`, `decisions (1).json`, `decisions-anna.json`. */
export function isDecisionsName(path: string): boolean {
  return /(^|[/\\])decisions[^/\\]*\.json$/i.test(path)
}

/** The decisions of a file, or of each one in a ZIP; a sentence where they cannot be read. */
export async function readDecisionsFile({ name, bytes }: GivenFile): Promise<Result<readonly DecisionsFile[], string>> {
  if (!isZip(bytes)) {
    if (bytes.byteLength > mostBytes) return err(`${name} is too large for a decisions file.`)
    const read = readDecisions(name, new TextDecoder().decode(bytes))
    return read.ok ? ok([{ name, decisions: read.value }]) : read
  }
  const zip = openZip(bytes, mostBytes, isDecisionsName)
  if (!zip.ok) return err(`${name}: ${zip.error}`)
  const inside = [...zip.value.values()]
  if (inside.length === 0) return err(`There is no decisions.json in ${name}: nothing was decided in it yet.`)
  const found: DecisionsFile[] = []
  for (const file of inside) {
    const within = `${name}/${file.name}`
    const text = await file.load().catch((error: unknown) => {
      if (error instanceof ZipProblem) return error
      throw error
    })
    if (text instanceof ZipProblem) return err(`${within}: ${text.message}`)
    const read = readDecisions(within, new TextDecoder().decode(text))
    if (!read.ok) return read
    found.push({ name: within, decisions: read.value })
  }
  return ok(found)
}

/** Decisions from their text; a sentence where it is something else. What no database keeps is left out of texts. */
function readDecisions(name: string, text: string): Result<Decisions, string> {
  const json = parse(text)
  const { format, version, decisions }: { format?: unknown; version?: unknown; decisions?: unknown } = Object(json)
  if (format !== 'xsheet-decisions') return err(`${name} is not a decisions file: a packet’s is called decisions.json.`)
  if (typeof version === 'number' && version > 1) return err(`${name} was written by a newer Xsheet. Update this one.`)
  const count = Array.isArray(decisions) ? decisions.length : 0
  if (count > mostDecisions) return err(`${name} holds ${count} decisions, more than ${mostDecisions}.`)
  const read = safeParse(decisionsSchema, json)
  if (read.success) return ok(read.output)
  const where = getDotPath(read.issues[0])?.replace(
    /^decisions\.(\d+)/,
    (_, at: string) => `decision ${Number(at) + 1}`,
  )
  return err(`${name} is damaged: ${where?.replaceAll('.', ', ') ?? 'it'} cannot be read.`)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''), (_key, value: unknown) =>
      typeof value === 'string' ? value.replaceAll('\0', '').toWellFormed() : value,
    )
  } catch {
    return undefined
  }
}

function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}
