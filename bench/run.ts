import { readdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem, version } from 'node:os'
import { join } from 'node:path'
import type { Comparison } from './compare.ts'

type Bench = { measure(): Promise<Comparison[]> }

/** `npm run bench [-- name …]`: runs every `*.bench.ts` in sequence, and writes `results.json` if all ran. */
async function main(wanted: readonly string[]): Promise<void> {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.bench.ts'))
  const chosen = files.filter((file) => wanted.length === 0 || wanted.some((name) => file.startsWith(name)))
  if (chosen.length === 0) throw new Error(`There is no such bench; there are ${files.join(', ')}`)
  const results: Comparison[] = []
  for (const file of chosen) {
    // Every *.bench.ts exports `measure`.
    const bench = (await import(join(import.meta.dirname, file))) as Bench
    for (const result of await bench.measure()) {
      results.push(result)
      print(result)
    }
  }
  if (wanted.length > 0) return
  const machine = {
    cpu: cpus()[0]?.model ?? '',
    cores: cpus().length,
    memoryBytes: totalmem(),
    system: version(),
    node: process.version,
  }
  writeFileSync(join(import.meta.dirname, 'results.json'), `${JSON.stringify({ machine, results }, undefined, 2)}\n`)
}

function print({ subject, peer, unit, ours, theirs, ratio, bar }: Comparison): void {
  const show = (value: number): string =>
    unit === 'ms' ? `${value.toFixed(2)} ms` : `${Math.round(value * 10) / 10} ${unit}`
  const verdict = bar === undefined ? '' : ` (bar ${bar}: ${ratio <= bar ? 'held' : 'missed'})`
  console.log(`${ratio.toFixed(2)}×${verdict}  ${subject}: ${show(ours)} against ${show(theirs)} for ${peer}`)
}

await main(process.argv.slice(2))
