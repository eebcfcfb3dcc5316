import { parseJson } from '#core/lib/json.ts'
import { is, number, object, string } from 'valibot'

/** What a window carries across a reload, in its name. */
export type Carried = {
  /** How many changes this window knew of: stores that know fewer have not answered. */
  readonly changes: number
  /** The changes that the second copy had not confirmed, as text; empty if there were none. */
  readonly left: string
  /** How often the page was loaded again because the stores did not answer. */
  readonly retries: number
}

export const nothingCarried: Carried = { changes: 0, left: '', retries: 0 }

/** The limit in characters: browsers copy a window's name to all their processes. */
const mostCarried = 2_000_000

const carriedSchema = object({ changes: number(), left: string(), retries: number() })

/** Reads what a window of this packet carries. */
export function readCarried(key: string, text: string): Carried {
  if (!text.startsWith(key)) return nothingCarried
  const carried = parseJson(text.slice(key.length))
  return is(carriedSchema, carried) ? carried : nothingCarried
}

/** Returns the window's next name, which is the same if someone else gave it. */
export function writeCarried(key: string, name: string, carried: Carried): string {
  if (!/^(xsheet-packet:|$)/.test(name)) return name
  const left = carried.left.length < mostCarried ? carried.left : ''
  return key + JSON.stringify({ ...carried, left })
}
