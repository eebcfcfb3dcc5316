// How long parsing a sentence takes among many names: `node bench/scale/sentences.ts --names 350000`. Parses every
// sentence of the parser's own corpus, as the palette does at each key; a third of them contain words that need fuzzy
// matching. Prints CPU time, including that of filling the lexicon.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { inSlices } from '#app/lib/in-slices.ts'
import { makeGrowingLexicon } from '#core/plan/lexicon.ts'
import { loadDateReader } from '#core/plan/load-date-reader.ts'
import { readSentence } from '#core/plan/read-sentence.ts'
import type { Thing } from '#core/plan/reading.ts'
import { ownFields } from '#core/plan/test/a-studio.ts'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { toPercentiles } from './cpu.ts'

/** This thread's CPU time, so that other load on the machine does not count. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const { values } = parseArgs({ options: { names: { type: 'string' } } })
const count = Number(values.names ?? 350_000)
const perCollection = 50
const perSpace = 5000

function* names(): Generator<Thing> {
  for (const name of ['Layout', 'Animation', 'Lighting', 'Compositing', 'FX'])
    yield { kind: 'stage', id: name, name, within: [] }
  for (const { name, shortCode } of defaultStatuses)
    yield { kind: 'status', id: name, name, within: [], aliases: [shortCode] }
  for (const name of ['Ana Dias', 'Ana Kovač', 'Lucia Ferro', 'Jonas Weber'])
    yield { kind: 'person', id: name, name, within: [] }
  for (let at = 0; at < count; at += 1) {
    const [space, collection] = [`ep${Math.floor(at / perSpace)}`, `sq${Math.floor(at / perCollection)}`]
    if (at % perSpace === 0) yield { kind: 'space', id: space, name: space, within: ['film'] }
    if (at % perCollection === 0)
      yield { kind: 'collection', id: collection, name: collection, within: [space, 'film'] }
    const name = `sh${String(at).padStart(6, '0')}`
    yield { kind: 'item', id: name, name, within: [collection, space, 'film'], aliases: [`${space}-${name}`] }
  }
}

const lexicon = makeGrowingLexicon()
const begun = cpuMs()
await inSlices(names(), lexicon.add)
console.log(`${count} names: ${Math.round(cpuMs() - begun)} ms of a core, in slices`)

const readDate = await loadDateReader()
const me = { kind: 'person', id: 'me', name: 'me', within: [] } as const
const corpus = readFileSync(new URL('../../core/plan/sentences.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const written = corpus.map((line) => (line.split('\t')[0] ?? '').replace('[selected] ', ''))
const sentences = [
  ...written,
  'sh000010..sh009999 anim > wfa',
  'sh123465x animatiom wfaa > donne asign lucai due firday',
]
const times: number[] = []
for (let round = 0; round < 6; round += 1) {
  for (const sentence of sentences) {
    const from = cpuMs()
    readSentence(sentence, { lexicon, fields: ownFields, today: '2026-11-24', me, hasSelection: false, readDate })
    // The first round warms up.
    if (round > 0) times.push(cpuMs() - from)
  }
}
console.log(`${sentences.length} sentences: ${toPercentiles(times)}`)
