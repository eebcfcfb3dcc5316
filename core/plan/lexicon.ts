import { aliasesOf } from '#core/tasks/task-slug.ts'
import { foldName } from '#core/lib/slug.ts'
import type { Thing, ThingKind } from './reading.ts'

/** Finds the things of a studio by name. */
export type Lexicon = {
  /** Finds what words name, ignoring case, punctuation and accents. */
  readonly find: (words: string) => readonly Thing[]
  /** Returns the name of a place by its id. */
  readonly nameOf: (id: string) => string
  /** Returns a name one letter away from an unknown word; earlier kinds are preferred. */
  readonly suggest: (word: string, kinds: readonly ThingKind[], keywords: readonly string[]) => string | undefined
}

/**
 * A lexicon that can be extended. Adding a name takes one or two microseconds, so keep it while the names are the same.
 */
export type GrowingLexicon = Lexicon & { readonly add: (thing: Thing) => void }

/** Makes a lexicon of names already in memory. */
export function makeLexicon(things: Iterable<Thing>): Lexicon {
  const lexicon = makeGrowingLexicon()
  for (const thing of things) lexicon.add(thing)
  return lexicon
}

/** Makes an empty lexicon, to be filled in slices. */
export function makeGrowingLexicon(): GrowingLexicon {
  const byName = new Map<string, Thing[]>()
  const names = new Map<string, string>()
  const find = (words: string): readonly Thing[] => byName.get(foldName(words)) ?? []
  return {
    add: (thing) => {
      names.set(thing.id, thing.name)
      for (const name of namesOf(thing)) {
        const there = byName.get(name)
        if (there === undefined) byName.set(name, [thing])
        else if (!there.includes(thing)) there.push(thing)
      }
    },
    find,
    nameOf: (id) => names.get(id) ?? '',
    suggest: (word, kinds, keywords) => {
      const isKeyword = new Set(keywords)
      let best: { readonly name: string; readonly rank: number } | undefined
      for (const name of listNear(foldName(word))) {
        if (isKeyword.has(name)) return name
        const ranks = (byName.get(name) ?? []).map(({ kind }) => kinds.indexOf(kind)).filter((rank) => rank >= 0)
        const rank = Math.min(...ranks)
        if (ranks.length > 0 && rank < (best?.rank ?? Infinity)) best = { name, rank }
      }
      return best?.name
    },
  }
}

function namesOf({ kind, name, aliases = [] }: Thing): readonly string[] {
  const folded = foldName(name)
  const more =
    kind === 'person'
      ? listRuns(folded.split('-'))
      : kind === 'stage'
        ? listStageNames(folded)
        : listShorter(kind, name)
  return [...new Set([folded, ...more, ...aliases.map(foldName)])].filter((each) => each !== '')
}

/** Lists the short names of a stage, and all its names in the plural: `anim`, `anims`, `animations`. */
function listStageNames(folded: string): readonly string[] {
  const names = [folded, ...aliasesOf(folded)]
  const plurals = names.filter((name) => name.length > 3 && !name.endsWith('s')).map((name) => `${name}s`)
  return [...names, ...plurals]
}

const places: ReadonlySet<ThingKind> = new Set(['project', 'space', 'collection'])

/** Lists how else a place is called: `salt road` for The Salt Road, `kettle and crow` for Kettle & Crow. */
function listShorter(kind: ThingKind, name: string): readonly string[] {
  if (!places.has(kind)) return []
  const whole = foldName(name.replaceAll('&', ' and '))
  return [whole, ...(whole.startsWith('the-') ? [whole.slice(4), foldName(name).slice(4)] : [])]
}

/** Lists every part of a person's name: `jean`, `jean-luc`, `luc-picard`. */
function listRuns(words: readonly string[]): readonly string[] {
  return words.flatMap((_, from) => words.slice(from).map((__, at) => words.slice(from, from + at + 1).join('-')))
}

const shortest = 2
const longest = 40
const letters = Array.from('abcdefghijklmnopqrstuvwxyz0123456789-')

/** Lists every word one typo away: two letters swapped, one missing, one added, one wrong. */
function listNear(word: string): readonly string[] {
  if (word.length < shortest || word.length > longest) return []
  const near: string[] = []
  for (let at = 0; at < word.length; at += 1) {
    const [before, here, next, after] = [word.slice(0, at), word[at] ?? '', word[at + 1], word.slice(at + 1)]
    if (next !== undefined) near.push(before + next + here + word.slice(at + 2))
    if (word.length > shortest) near.push(before + after)
    for (const letter of letters) near.push(before + letter + after, before + letter + here + after)
  }
  for (const letter of letters) near.push(word + letter)
  return near.filter((each) => each !== word)
}
