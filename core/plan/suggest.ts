import type { Draft, Side } from './draft.ts'
import { actionKeywords } from './read-action.ts'
import { termKeywords } from './read-term.ts'
import type { ThingKind } from './reading.ts'
import type { Token } from './tokens.ts'

const subjectKinds: readonly ThingKind[] = ['stage', 'status', 'person', 'collection', 'item', 'space', 'project']

/** Suggests what an unknown word may mean on one side of a sentence; undefined if nothing is close. */
export function suggest(
  { side, lexicon, fields }: { readonly side: Side } & Pick<Draft, 'lexicon' | 'fields'>,
  { value }: Token,
): string | undefined {
  const kinds = side === 'actions' ? (['status', 'person'] as const) : subjectKinds
  const keywords =
    side === 'subject' ? termKeywords : side === 'actions' ? actionKeywords : [...actionKeywords, ...termKeywords]
  const [, sign, rest = ''] = /^([!\-–—]?)(.*?)[^\p{L}\p{N}]*$/u.exec(value) ?? []
  // A name with an extra sign: `wfa?`, or a programmer's `!done`.
  if (rest !== value && lexicon.find(rest).length > 0) return sign && side !== 'actions' ? `not ${rest}` : rest
  const found = lexicon.suggest(value, kinds, [...keywords, ...(fields?.words ?? [])])
  return found === 'pri' || found === 'prio' ? 'priority' : found
}
