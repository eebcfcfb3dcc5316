import { ok, type Result } from '#core/lib/result.ts'
import { placeOf, problemAt, type FileProblem } from './file-problem.ts'

/** An object of a JSON file, not validated yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Parses JSON; refuses anything else with its position, naming the kind of file expected. */
export function parseJson(text: string, kind: string): Result<unknown, FileProblem> {
  try {
    return ok(parseLoosely(text))
  } catch {
    return problemAt(placeOf(text, findJsonProblem(text)), `This is not JSON, and ${kind} must be.`)
  }
}

/** Tells whether a value is an object and not an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Parses JSON, also with `NaN` and `Infinity`, as some programs write; they become null. */
function parseLoosely(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    const strict = text.replace(/"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity|Inf)\b/gi, (part) =>
      part.startsWith('"') ? part : 'null',
    )
    return JSON.parse(strict)
  }
}

/**
 * Finds how far a text is valid JSON, which engines do not always say: bisects for the longest start of a valid text.
 */
function findJsonProblem(text: string): number {
  let good = 0
  let bad = text.length
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (lacksItsEnd(text.slice(0, middle))) good = middle
    else bad = middle
  }
  return good
}

function lacksItsEnd(start: string): boolean {
  try {
    JSON.parse(start)
    return true
  } catch (error) {
    const message = String(error)
    return /end of JSON|Unterminated/.test(message) || message.includes(`position ${start.length} `)
  }
}
