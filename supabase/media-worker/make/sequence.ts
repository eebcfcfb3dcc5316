import { existsSync } from 'node:fs'
import { link } from 'node:fs/promises'
import type { Order, Sequence } from '../messages.ts'

/** An order for a film of numbered pictures. */
export type SequenceOrder = Order & { readonly sequence: Sequence }

/** Repeats the previous picture where one is missing, so that each frame keeps its number; returns a note on it. */
export async function holdFrames({ source, sequence }: SequenceOrder): Promise<string | undefined> {
  const { numbers } = sequence
  const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0]
  const place = (number: number): string => source.replace('%06d', String(number - first + 1).padStart(6, '0'))
  const missing: number[] = []
  for (let number = first; number <= last; number += 1) {
    if (existsSync(place(number))) continue
    await link(place(number - 1), place(number))
    missing.push(number)
  }
  return describeMissing(missing, last - first + 1)
}

/** How many runs of numbers are named; the sentence is limited to 300 characters. */
const mostNamed = 8

/** The missing parts of a sequence, in words; undefined if it is complete. */
function describeMissing(missing: readonly number[], count: number): string | undefined {
  if (missing.length === 0) return undefined
  const runs: { readonly from: number; to: number }[] = []
  for (const number of missing) {
    const run = runs.at(-1)
    if (run !== undefined && run.to === number - 1) run.to = number
    else runs.push({ from: number, to: number })
  }
  const named = runs.slice(0, mostNamed).map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
  const list = [...named, ...(runs.length > mostNamed ? ['and more'] : [])].join(', ')
  const verb = missing.length === 1 ? 'is' : 'are'
  return `${missing.length} of ${count} frames ${verb} missing (${list}): the frame before is held.`
}
