import type { ItemRow } from '#core/schema/items.ts'
import { defaultFilter } from 'cmdk'
import { makeItemCorpus } from '#app/shell/palette/item-corpus.ts'
import { makeSearchIndex } from '#core/search/index-names.ts'
import { newId, type SpaceId } from '#core/lib/ids.ts'
import type { Comparison } from './compare.ts'
import { compare } from './compare.ts'

const SHOTS = 50_000
const STAGES = ['Storyboard', 'Layout', 'Modeling', 'Animation', 'Lighting', 'Compositing']
const WORDS = 'boats leave pier knot gull mast compass map wave rooftop chase dragon castle night market thief'.split(
  ' ',
)
const ROUNDS = 3

// Typed key by key: a number, words in the wrong order, missing letters, a typo.
const queries = [
  'sq010_sh0040',
  'rooftop chase',
  'lighting sh0420',
  'drgn cstl',
  'roftop',
  'market',
  'sh12',
  'comp sq01',
]

/**
 * Measures one key press in the palette over 50,000 shots and their 300,000 tasks. Ours searches the shots and
 * recognises a stage's name in the query; the matcher alone, cmdk's own scorer and plain `includes` get every name as a
 * separate text.
 */
export async function measure(): Promise<Comparison[]> {
  const shots = makeShots()
  const names = [...shots, ...shots.flatMap((shot) => STAGES.map((stage) => `${shot} ${stage}`))]
  const lower = names.map((name) => name.toLowerCase())
  const keys = queries.flatMap((query) => Array.from(query, (_, at) => query.slice(0, at + 1)))
  const corpus = makeItemCorpus()
  corpus.setStages(STAGES)
  // The corpus reads no other columns.
  corpus.put(
    newId<SpaceId>(),
    shots.map((title) => ({ title, slug: title, description: '' }) as ItemRow),
  )
  const index = makeSearchIndex(names)

  const times = { palette: [] as number[], matcher: [] as number[], cmdk: [] as number[], includes: [] as number[] }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const key of keys) {
      const palette = time(() => corpus.search(key, 50))
      const matcher = time(() => index.search(key, 50))
      const includes = time(() => lower.filter((name) => name.includes(key.toLowerCase())).length)
      // cmdk takes most of a second per key, so one round shows the difference.
      if (round === 1) times.cmdk.push(time(() => scoreAll(names, key)))
      if (round === 0) continue
      times.palette.push(palette)
      times.matcher.push(matcher)
      times.includes.push(includes)
    }
  }

  const against = (ours: readonly number[], theirs: readonly number[], part: number) => ({
    unit: 'ms' as const,
    ours: quantile(ours, part),
    theirs: quantile(theirs, part),
  })
  const subject = `A key in the palette over ${names.length.toLocaleString('en')} names`
  const scorer = "cmdk's scorer over every name, sorted"
  const floor = 'the floor: `includes` on each lower-case name, neither ranked nor forgiving'
  const matcher = 'The matcher alone with every name a text of its own, p50'
  return [
    compare({ ...against(times.palette, times.cmdk, 0.5), subject: `${subject}, p50`, peer: scorer, bar: 1 / 40 }),
    compare({ ...against(times.palette, times.cmdk, 0.95), subject: `${subject}, p95`, peer: scorer, bar: undefined }),
    compare({
      ...against(times.palette, times.includes, 0.5),
      subject: `${subject}, p50`,
      peer: floor,
      bar: undefined,
    }),
    compare({ ...against(times.matcher, times.cmdk, 0.5), subject: matcher, peer: scorer, bar: undefined }),
  ]
}

function makeShots(): readonly string[] {
  const word = (seed: number): string => WORDS[seed % WORDS.length] ?? ''
  return Array.from({ length: SHOTS }, (_, at) => {
    const sequence = String(Math.floor(at / 100) * 10).padStart(3, '0')
    const shot = String((at % 100) * 10).padStart(4, '0')
    return `sq${sequence}_sh${shot} ${word(at * 7)} ${word(at * 13 + 5)} ${word(Math.floor(at / 3))}`
  })
}

function scoreAll(names: readonly string[], key: string): number {
  const found: { name: string; score: number }[] = []
  for (const name of names) {
    const score = defaultFilter(name, key)
    if (score > 0) found.push({ name, score })
  }
  return found.sort((one, other) => other.score - one.score).slice(0, 50).length
}

function time(run: () => unknown): number {
  const start = performance.now()
  run()
  return performance.now() - start
}

function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) * part)] ?? Number.NaN
}
