import type { Queryable } from '#supabase/local/queryable.ts'
import { readFileSync } from 'node:fs'

/** What a database's sessions have cost so far. */
export type SessionCost = { sessions: number; cpuSeconds: number; privateMiB: number }

/**
 * Reads the CPU time and private memory of this database's sessions from /proc, so it is valid on a busy machine. Linux
 * only, on the server's own machine.
 */
export async function readSessionCost(of: Queryable): Promise<SessionCost> {
  const sessions = await of.query<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  )
  let [cpuSeconds, privateMiB] = [0, 0]
  for (const { pid } of sessions) {
    cpuSeconds += Number(read(`/proc/${pid}/schedstat`).split(' ')[0] ?? 0) / 1e9
    const owned = read(`/proc/${pid}/smaps_rollup`).matchAll(/^Private_\w+:\s+(\d+) kB/gm)
    for (const [, kilobytes] of owned) privateMiB += Number(kilobytes) / 1024
  }
  return { sessions: sessions.length, cpuSeconds, privateMiB }
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** Returns the time below which that share of the times lies. */
export function toPercentile(times: readonly number[], part: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
}

/** Formats the median, the 95th and the 99th percentile. */
export function toPercentiles(times: readonly number[]): string {
  const at = (part: number): string => toPercentile(times, part).toFixed(1)
  return `p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`
}
