import { getDotPath, safeParse } from 'valibot'
import { openZip, ZipProblem } from '#core/exchange/unzip.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { decisionsSchema, type Decisions } from './decisions.ts'

/** A file as a person chose it. */
export type GivenFile = { readonly name: string; readonly bytes: Uint8Array }

/** The decisions of a file, with its name for messages. */
export type DecisionsFile = { readonly name: string; readonly decisions: Decisions }

/** The most decisions per file; more than a session of a thousand tasks needs. */
export const mostDecisions = 2000
const mostBytes = 64 * 1024 * 1024

/** Tells whether a file of a packet holds decisions: `decisions.json`, `decisions (1).json`, `decisions-anna.json`. */
export function isDecisionsName(path: string): boolean {
  return /(^|[/\\])decisions[^/\\]*\.json$/i.test(path)
}

/** Reads the decisions of a file, or of every such file in a ZIP; a sentence if they cannot be read. */
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

/** Parses decisions; a sentence if it is something else. Characters the database refuses are removed from texts. */
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
