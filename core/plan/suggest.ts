import type { Draft, Side } from './draft.ts'
import { actionKeywords } from './read-action.ts'
import { termKeywords } from './read-term.ts'
import type { ThingKind } from './reading.ts'
import type { Token } from './tokens.ts'

const subjectKinds: readonly ThingKind[] = ['stage', 'status', 'person', 'collection', 'item', 'space', 'project']

/** Words that studios have for a status, and the names it may have in this one. */
const synonyms: readonly { readonly words: readonly string[]; readonly statuses: readonly string[] }[] = [
  {
    words: 'approve approved finish finished complete completed done ok okay final'.split(' '),
    statuses: ['approved', 'done', 'final', 'complete', 'finished'],
  },
  { words: ['review', 'submitted', 'wfa', 'pending'], statuses: ['wfa', 'review', 'for review', 'pending review'] },
  { words: ['retake', 'retakes', 'fix', 'notes', 'changes'], statuses: ['retake', 'feedback', 'changes'] },
  { words: ['started', 'progress', 'wip'], statuses: ['wip', 'in progress'] },
]

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
  const meant = synonyms.find((each) => each.words.includes(value.toLowerCase()))
  const status = meant?.statuses.find((name) => lexicon.find(name).some(({ kind }) => kind === 'status'))
  if (status !== undefined) return status
  const found = lexicon.suggest(value, kinds, [...keywords, ...(fields?.words ?? [])])
  return found === 'pri' || found === 'prio' ? 'priority' : found
}
