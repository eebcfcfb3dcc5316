import { compare, type Comparison } from './compare.ts'
import { toPercentile } from './scale/cpu.ts'
import { measureLoad } from './scale/load.ts'

const clients = 100
const seconds = 60
const percentiles = { p50: 0.5, p95: 0.95, p99: 0.99 } as const

// One person's wait is the floor; a hundred people with realistic pauses make a hundred requests a second. PGlite,
// meant for trying out and for small teams, runs one statement at a time and cancels none: it is measured without a
// promise.
const bars = {
  postgres: { p50: 2, p95: 4, p99: 8, heavy: 1.5 },
  pglite: { p50: undefined, p95: undefined, p99: undefined, heavy: undefined },
} as const

/**
 * Measures how long a hundred people wait for the host compared with one alone, and how abandoned reads affect others'
 * reads.
 */
export async function measure(): Promise<Comparison[]> {
  const results: Comparison[] = []
  for (const database of ['postgres', 'pglite'] as const) {
    const { alone, together, besideHeavyReads } = await measureLoad({ database, clients, seconds })
    for (const [name, part] of Object.entries(percentiles))
      results.push(
        compare({
          subject: `${name} of calls of ${clients} people in ${seconds} s, ${database}`,
          peer: 'the same of one person alone',
          unit: 'ms',
          ours: toPercentile(together, part),
          theirs: toPercentile(alone, part),
          bar: bars[database][name as keyof typeof percentiles],
        }),
      )
    results.push(
      compare({
        subject: `median wait of ${clients} people beside a heavy read given up each second, ${database}`,
        peer: 'the same people without it',
        unit: 'ms',
        ours: toPercentile(besideHeavyReads, percentiles.p50),
        theirs: toPercentile(together, percentiles.p50),
        bar: bars[database].heavy,
      }),
    )
  }
  return results
}
