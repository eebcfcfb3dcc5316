import { ok, type Result } from '#core/lib/result.ts'
import { placeOf, problemAt, type FileProblem } from './file-problem.ts'

/** An object of a JSON file, of which nothing is known yet. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Reads JSON; refuses anything else with the place, saying what it should have been. */
export function parseJson(text: string, kind: string): Result<unknown, FileProblem> {
  try {
    return ok(parseLoosely(text))
  } catch {
    return problemAt(placeOf(text, findJsonProblem(text)), `This is not JSON, and ${kind} must be.`)
  }
}

/** Whether it is an object and no list. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** JSON, and what programs write that take `NaN` and `Infinity` for it; there is no number there. */
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

/** How far a text is JSON: engines do not always say, so the longest start is looked for that only lacks its end. */
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
