import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeLexicon } from './lexicon.ts'
import { loadDateReader } from './load-date-reader.ts'
import { readSentence } from './read-sentence.ts'
import { areOfSelection, type Choice, type Problem, type Reading } from './reading.ts'
import { aStudio, me, ownFields, thing } from './test/a-studio.ts'
import { formatReading } from './test/format-reading.ts'

const readDate = await loadDateReader()
const corpus = readFileSync(new URL('sentences.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const asked = corpus.flatMap((line) => {
  const [text = '', expected = ''] = line.split('\t')
  return expected.includes('? ') ? [text] : []
})

/** A studio whose names are words of the sentence language, or each other's. */
const odd = makeLexicon([
  ...aStudio(),
  ...['Shots', 'All', 'P2', 'Mine'].map((name) => thing('space', name, ['The Salt Road'])),
  ...['Late', 'Today', 'Set', 'Unassigned'].map((name) => thing('collection', name, ['The Salt Road', 'Shots'])),
  ...['But', 'Or'].map((name) => thing('item', name, ['The Salt Road', 'Shots', 'Late'])),
  ...['Done', 'Review', 'Anim FX'].map((name) => ({ ...thing('stage', name), id: `stage ${name}` })),
  ...['Review', 'Urgent', 'WIP!', 'Not Started', 'Started', 'Sent to Client', 'Sent'].map((name) =>
    thing('status', name),
  ),
  ...['Mark Done', 'Ana', 'Jean-Luc Picard', 'Grace Low', 'In-su Kim'].map((name) => thing('person', name)),
  ...[1, 2].map((n) => ({ ...thing('person', 'Sam Lee'), id: `sam${n}`, aliases: [`sam${n}@x.test`] })),
])
const plain = makeLexicon(aStudio())

function read(text: string, lexicon = plain): Reading {
  const hasSelection = text.startsWith('[selected] ')
  const sentence = hasSelection ? text.slice('[selected] '.length) : text
  return readSentence(sentence, { lexicon, fields: ownFields, today: '2026-11-24', me, hasSelection, readDate })
}

type Question = Extract<Problem, { kind: 'choice' }>

const questionsOf = ({ problems }: Reading): readonly Question[] =>
  problems.flatMap((problem) => (problem.kind === 'choice' ? [problem] : []))

/** Replaces the part of a sentence in question with a choice, as the palette does. */
function choose(text: string, { start, end }: Problem, choice: Choice): string {
  const shift = text.startsWith('[selected] ') ? '[selected] '.length : 0
  return text.slice(0, start + shift) + choice.text + text.slice(end + shift)
}

/** Answers a sentence's questions in every possible way. */
function answer(
  text: string,
  lexicon = plain,
  depth = 0,
): readonly { readonly text: string; readonly reading: Reading }[] {
  const reading = read(text, lexicon)
  const [question] = questionsOf(reading)
  if (question === undefined || depth === 6) return [{ text, reading }]
  return question.choices.flatMap((choice) => answer(choose(text, question, choice), lexicon, depth + 1))
}

test.each(asked)('no choice for "%s" leads to the same question again', (text) => {
  const open = answer(text).filter(({ reading }) => questionsOf(reading).length > 0)

  expect(open.map((end) => end.text)).toEqual([])
})

const chosen = (text: string, label: string, lexicon = odd): string => {
  const [question] = questionsOf(read(text, lexicon))
  const choice = question?.choices.find((each) => each.label === label)
  if (question === undefined || choice === undefined) throw new Error(`${label} is not asked of ${text}`)
  return formatReading(read(choose(text, question, choice), lexicon))
}

test.each([
  ['sq020 → ana', 'Ana Dias', 'collection:sq020 > assigneeId=Ana Dias'],
  ['[selected] ana', 'Ana Kovač', '> assigneeId=Ana Kovač'],
  ['sq020 assign ana', 'Ana', 'collection:sq020 > assigneeId=Ana'],
  ['ana → wfa', 'Ana', 'person:Ana > statusId=WFA'],
  ['sq020 anim → done', 'status DONE', 'collection:sq020 stage:Animation > statusId=DONE'],
  ['sq020 anim → done', 'Mark Done', 'collection:sq020 stage:Animation > assigneeId=Mark Done'],
  ['[selected] done', 'status DONE', '> statusId=DONE'],
  ['sq020 → wip', 'status WIP!', 'collection:sq020 > statusId=WIP!'],
  ['sq020 wip → wfa', 'status WIP', 'collection:sq020 status:WIP > statusId=WFA'],
  ['sq020 assign sam', 'sam2@x.test', 'collection:sq020 > assigneeId=Sam Lee'],
  ['sam lee → wfa', 'sam1@x.test', 'person:Sam Lee > statusId=WFA'],
  ['review → wfa', 'stage Review', 'stage:Review > statusId=WFA'],
  ['review → wfa', 'status Review', 'status:Review > statusId=WFA'],
  ['shots anim → wfa', 'space Shots', 'space:Shots stage:Animation > statusId=WFA'],
  ['shots anim → wfa', 'just the word “shots”', 'stage:Animation > statusId=WFA'],
  ['set anim assign mei', 'collection Set', 'collection:Set stage:Animation > assigneeId=Mei Tanaka'],
  ['all anim → wfa', 'space All', 'space:All stage:Animation > statusId=WFA'],
  ['all anim → wfa', 'the word “all”', 'all stage:Animation > statusId=WFA'],
  ['mine → wfa', 'the word “mine”', 'person:Mei Tanaka > statusId=WFA'],
  ['late → wfa', 'collection Late', 'collection:Late > statusId=WFA'],
  ['today → wfa', 'the word “today”', 'due=2026-11-24 > statusId=WFA'],
  ['unassigned → wfa', 'the word “unassigned”', 'unassigned > statusId=WFA'],
  ['p2 → wfa', 'space P2', 'space:P2 > statusId=WFA'],
  ['p2 → wfa', 'priority p2', 'priority=2 > statusId=WFA'],
  ['low → wfa', 'person Grace Low', 'person:Grace Low > statusId=WFA'],
  ['sq020 → urgent', 'status Urgent', 'collection:sq020 > statusId=Urgent'],
  ['sq020 → urgent', 'priority urgent', 'collection:sq020 > priority=9'],
  ['not started → wfa', 'status Not Started', 'status:Not Started > statusId=WFA'],
  ['not started → wfa', 'not Started', 'not status:Started > statusId=WFA'],
  ['but anim → wfa', 'item But', 'item:But stage:Animation > statusId=WFA'],
  ['is:all except sq020 anim → wfa', 'anim except sq020', 'all stage:Animation not collection:sq020 > statusId=WFA'],
  [
    'is:all except sq020 anim → wfa',
    'except anim of sq020',
    'all not(collection:sq020+stage:Animation) > statusId=WFA',
  ],
  [
    'is:all → wfa except sq020 comp and sq030',
    'except comp of sq020 except sq030',
    'all not collection:sq030 not(collection:sq020+stage:Compositing) > statusId=WFA',
  ],
  [
    'is:all → wfa except sq020 comp and sq030',
    'except comp of sq020 or sq030',
    'all not(collection:sq020,sq030+stage:Compositing) > statusId=WFA',
  ],
  [
    'is:all → wfa except sq020 due fri',
    'due fri except sq020',
    'all not collection:sq020 > statusId=WFA dueDate=2026-11-27',
  ],
  [
    'is:all → wfa except sq020 due fri',
    'except due fri of sq020',
    'all not(collection:sq020+due=2026-11-27) > statusId=WFA',
  ],
  ['sq020 sent to client', 'set to Sent to Client', 'collection:sq020 > statusId=Sent to Client'],
])('for "%s", the choice %s means exactly that', (text, label, expected) => {
  expect(chosen(text, label)).toBe(expected)
})

test.each([
  ['anim, fx → wfa', 'stage:Animation,FX > statusId=WFA'],
  ['anim fx → wfa', 'stage:Anim FX > statusId=WFA'],
  ['sq020 assign jean-luc', 'collection:sq020 > assigneeId=Jean-Luc Picard'],
  ['luc picard → wfa', 'person:Jean-Luc Picard > statusId=WFA'],
  ['in sq020 → wfa', 'collection:sq020 > statusId=WFA'],
  ['sq020 → not started', 'collection:sq020 > statusId=Not Started'],
  ['sq020 not anim or fx → wfa', 'collection:sq020 not stage:Animation not stage:FX > statusId=WFA'],
])('"%s" needs no question', (text, expected) => {
  expect(formatReading(read(text, odd))).toBe(expected)
})

test('a verb that is also a person’s name is asked about, with and without a selection', () => {
  const mark = thing('person', 'Mark Jones')
  const read = (sentence: string, hasSelection: boolean) =>
    formatReading(
      readSentence(sentence, { lexicon: makeLexicon([...aStudio(), mark]), today: '2026-11-24', me, hasSelection }),
    )

  expect(read('mark sq020 anim as done', false)).toBe('? mark: person Mark Jones, just the word “mark”')
  expect(read('mark wfa > done', false)).toBe('? mark: person Mark Jones, just the word “mark”')
  expect(read('mark done', true)).toBe('? mark: person Mark Jones, just the word “mark”')
  expect(read('sq020 wfa > mark', false)).toBe('collection:sq020 status:WFA > assigneeId=Mark Jones')
  expect(read('sq020 wfa > assign mark', false)).toBe('collection:sq020 status:WFA > assigneeId=Mark Jones')
  expect(read('mark jones wfa > done', false)).toBe('person:Mark Jones status:WFA > statusId=DONE')
})

test.each([
  ['[selected] unassign jonas', true],
  ['[selected] remove jonas, wip', true],
  ['[selected] → unassign jonas', true],
  ['[selected] wip not sq020', true],
  ['[selected] sq020 unassign jonas', false],
  ['[selected] jonas → unassign', false],
] as const)('whether the selected tasks are meant: %s', (text, isMeant) => {
  const { terms, problems } = read(text)

  expect([problems, areOfSelection(terms)]).toEqual([[], isMeant])
})
