import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { defaultStatuses } from '#core/studios/default-statuses.ts'
import { makeLexicon, type NamedThing } from './lexicon.ts'
import { loadDateReader } from './load-date-reader.ts'
import { readSentence } from './read-sentence.ts'
import type { Action, Problem, Reading, Term, Thing, ThingKind } from './reading.ts'

const me: Thing = { kind: 'person', id: 'Mei Tanaka', name: 'Mei Tanaka', within: [] }
const corpus = readFileSync(new URL('sentences.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

test.each(corpus.map((line) => line.split('\t') as [string, string]))('%s', async (line, expected) => {
  const hasSelection = line.startsWith('[selected] ')
  const sentence = hasSelection ? line.slice('[selected] '.length) : line
  const context = { lexicon, today: '2026-11-24', me, hasSelection, readDate: await loadDateReader() } as const

  expect(inOrder(tell(readSentence(sentence, context)))).toBe(inOrder(expected))
})

test('the corpus has 300 sentences, and a third of them change nothing', () => {
  const refused = corpus.filter((line) => /\t[!?] /.test(line))

  expect(corpus.length).toBeGreaterThanOrEqual(300)
  expect(refused.length).toBeGreaterThanOrEqual(100)
})

const lexicon = makeLexicon(aStudio())

function aStudio(): readonly NamedThing[] {
  const thing = (kind: ThingKind, name: string, within: readonly string[] = []): NamedThing => ({
    kind,
    id: [...within, name].join('/'),
    name,
    within: within.map((_, at) => within.slice(0, at + 1).join('/')).toReversed(),
  })
  const salt = 'The Salt Road'
  const shots = ['sh010', 'sh020', 'sh030', 'sh040', 'sh050']
  const one = ['sq010', 'sq020', 'sq030', 'sq040'].flatMap((name) => [
    thing('collection', name, [salt, 'Episode 1']),
    ...shots.map((shot) => thing('item', shot, [salt, 'Episode 1', name])),
  ])
  const two = [10, 20, 30, 40, 50].map((n) => thing('item', `sq110_sh00${n}`, [salt, 'Episode 2', 'sq110']))
  const statuses = [...defaultStatuses, { name: 'ON HOLD', shortCode: 'HLD' }]
  return [
    thing('project', salt),
    thing('project', 'Night Market'),
    { ...thing('space', 'Episode 1', [salt]), aliases: ['ep01'] },
    { ...thing('space', 'Episode 2', [salt]), aliases: ['ep02'] },
    thing('space', 'Props', ['Night Market']),
    ...one,
    thing('collection', 'sq010', [salt, 'Episode 2']),
    thing('item', 'sh200', [salt, 'Episode 2', 'sq010']),
    thing('collection', 'sq110', [salt, 'Episode 2']),
    ...two,
    thing('collection', 'Kitchen', ['Night Market', 'Props']),
    ...['Kettle', 'Teapot'].map((name) => thing('item', name, ['Night Market', 'Props', 'Kitchen'])),
    ...['Layout', 'Animation', 'Lighting', 'Compositing', 'FX'].map((name) => thing('stage', name)),
    ...statuses.map(({ name, shortCode }) => ({ ...thing('status', name), aliases: [shortCode] })),
    ...['Ana Dias', 'Ana Kovač', me.name, 'Lucia Ferro', 'Jonas Weber', 'Tomás Okafor'].map((name) =>
      thing('person', name),
    ),
    thing('item', 'Lucia', ['Night Market', 'Props', 'Kitchen']),
  ]
}

/** Conditions and actions in one order: theirs says nothing. */
function inOrder(told: string): string {
  const [subject = '', actions] = told.split(/(?:^| )> /)
  if (actions === undefined) return told
  const conditions = subject.split(/ (?=(?:not )?(?:[a-z]+[:=]|late|unassigned|all))(?<!not )/)
  return [...conditions.toSorted(), '>', ...actions.split(/ (?=\w+=)/).toSorted()].join(' ')
}

function tell({ terms, actions, problems }: Reading): string {
  if (problems.length > 0) return problems.map(tellProblem).join(' ; ')
  return [...merge(terms).map(tellTerm), '>', ...actions.map(tellAction)].join(' ')
}

/** Conditions of one kind as one: they are alternatives. */
function merge(terms: readonly Term[]): readonly Term[] {
  const merged: Term[] = []
  for (const term of terms) {
    const at = merged.findIndex((other) => 'things' in other && other.kind === term.kind && !other.isNot && !term.isNot)
    const before = merged[at]
    if (before !== undefined && 'things' in before && 'things' in term)
      merged[at] = { ...before, things: [...before.things, ...term.things] }
    else merged.push(term)
  }
  return merged
}

function tellProblem(problem: Problem): string {
  switch (problem.kind) {
    case 'unknown':
      return `! ${problem.word}${problem.suggestion === undefined ? '' : ` (${problem.suggestion})`}`
    case 'choice':
      return `? ${problem.word}: ${problem.choices.map(({ label }) => label).join(', ')}`
    case 'no-tasks':
      return '? which tasks'
    case 'no-action':
      return '? do what'
    default:
      return '? nowhere'
  }
}

function tellTerm(term: Term): string {
  const not = term.isNot ? 'not ' : ''
  switch (term.kind) {
    case 'due':
      return `${not}due=${term.date ?? 'none'}`
    case 'priority':
      return `${not}priority=${term.value}`
    case 'late':
    case 'unassigned':
    case 'all':
      return not + term.kind
    default:
      return `${not}${term.kind}:${term.things.map(({ name }) => name).join(',')}`
  }
}

function tellAction({ field, to }: Action): string {
  return `${field}=${typeof to === 'object' ? to.name : (to ?? 'none')}`
}
