import { foldName } from '#core/lib/slug.ts'
import { nameDistinctly } from './name-distinctly.ts'
import type { Lexicon } from './lexicon.ts'
import { thingKinds, type Problem, type Term, type Thing } from './reading.ts'

/** Words that name things: for each name, everything it could mean; a range has several names. */
export type Mention = {
  readonly word: string
  readonly start: number
  readonly end: number
  readonly isNot: boolean
  readonly names: readonly (readonly Thing[])[]
}

const places: ReadonlySet<string> = new Set(['project', 'space', 'collection', 'item'])

/** Resolves what each mention means from the places that other mentions name; what stays ambiguous becomes a choice. */
export function resolveMentions(
  mentions: readonly Mention[],
  lexicon: Lexicon,
  around: readonly Mention[] = [],
): { readonly terms: readonly Term[]; readonly problems: readonly Problem[] } {
  const terms: Term[] = []
  const problems: Problem[] = []
  for (const mention of mentions) {
    const others = [...around, ...mentions].filter((other) => other !== mention && !other.isNot)
    const near = findListed(mention, mentions, lexicon)
    const names = mention.names.map((things) => narrowToList(narrow(things, others), near))
    const { word, start, end, isNot } = mention
    const place = { word, start, end }
    const open = names.find((things) => things.length > 1)
    if (names.some((things) => things.length === 0)) {
      if (problems.every(({ kind }) => kind !== 'nowhere')) problems.push({ kind: 'nowhere', ...place })
    } else if (open !== undefined)
      problems.push({ kind: 'choice', choices: listChoices(word, open, lexicon), ...place })
    else {
      const things = names.flat()
      for (const kind of thingKinds) {
        const ofKind = things.filter((thing) => thing.kind === kind)
        if (ofKind.length > 0) terms.push({ kind, isNot, things: ofKind })
      }
    }
  }
  return { terms, problems }
}

/** Narrows a name's meanings to those within, or containing, what the other mentions name. */
function narrow(things: readonly Thing[], others: readonly Mention[]): readonly Thing[] {
  let left = things
  for (const { names } of others) {
    const there = names.flat().filter(({ kind }) => places.has(kind))
    if (there.length === 0 || there.length < names.flat().length) continue
    left = left.filter(
      (thing) =>
        !places.has(thing.kind) ||
        there.some(
          (other) => other.kind === thing.kind || thing.within.includes(other.id) || other.within.includes(thing.id),
        ),
    )
  }
  return left
}

/** Returns the collection of a list of items: in `sq010 sh0010 sh0030` the second shot is in sq010 as well. */
function findListed({ start }: Mention, mentions: readonly Mention[], lexicon: Lexicon): string | undefined {
  let collectionId: string | undefined
  for (const { word, names, ...before } of mentions.toSorted((one, other) => one.start - other.start)) {
    const things = names.flat()
    if (before.start >= start || !things.every(({ kind }) => kind === 'item')) continue
    const within = new Set(things.map(({ within: [nearest] }) => nearest))
    const [only, second] = [...within]
    const isNamed = second === undefined && foldName(word).startsWith(`${foldName(lexicon.nameOf(only ?? ''))}-`)
    if (isNamed) collectionId = only
    else if (!within.has(collectionId)) collectionId = undefined
  }
  return collectionId
}

function narrowToList(things: readonly Thing[], collectionId: string | undefined): readonly Thing[] {
  if (things.length < 2 || things.some(({ kind }) => kind !== 'item')) return things
  const there = things.filter(({ within }) => within[0] === collectionId)
  return there.length > 0 ? there : things
}

function listChoices(
  word: string,
  things: readonly Thing[],
  lexicon: Lexicon,
): readonly { label: string; text: string }[] {
  const isOneKind = things.every(({ kind }) => kind === things[0]?.kind)
  const inPlaces = isOneKind && things.every(({ kind, within }) => places.has(kind) && within.length > 0)
  if (!inPlaces) {
    // Within one kind the name is enough; across kinds, a stage and a status may have the same name.
    const called = nameDistinctly(things)
    return called.map(({ thing, name }) => {
      const isSame = called.some((other) => other.thing !== thing && foldName(other.name) === foldName(name))
      return { label: isSame ? `${thing.kind} ${name}` : name, text: `${thing.kind}:"${name}"` }
    })
  }
  const nearest = things.map(({ within }) => lexicon.nameOf(within[0] ?? ''))
  const isEnough = new Set(nearest).size === nearest.length
  const labels = isEnough ? nearest : things.map(({ within }) => within.map(lexicon.nameOf).toReversed().join(' '))
  return labels.map((label) => ({ label, text: `${label} ${word}` }))
}
