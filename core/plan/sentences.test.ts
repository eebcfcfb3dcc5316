import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { makeLexicon } from './lexicon.ts'
import { loadDateReader } from './load-date-reader.ts'
import { readSentence } from './read-sentence.ts'
import { aStudio, me, ownFields } from './test/a-studio.ts'
import { formatReading } from './test/format-reading.ts'

const corpus = readFileSync(new URL('sentences.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')

test.each(corpus.map((line) => line.split('\t') as [string, string]))('%s', async (line, expected) => {
  const hasSelection = line.startsWith('[selected] ')
  const sentence = hasSelection ? line.slice('[selected] '.length) : line
  const context = {
    lexicon,
    fields: ownFields,
    today: '2026-11-24',
    me,
    hasSelection,
    readDate: await loadDateReader(),
  } as const

  expect(inOrder(formatReading(readSentence(sentence, context)))).toBe(inOrder(expected))
})

test('the corpus has 300 sentences, a hundred of which change nothing', () => {
  const refused = corpus.filter((line) => /\t[!?] /.test(line))

  expect(corpus.length).toBeGreaterThanOrEqual(300)
  expect(refused.length).toBeGreaterThanOrEqual(100)
})

const lexicon = makeLexicon(aStudio())

/** Sorts conditions and actions, whose order does not matter. */
function inOrder(told: string): string {
  const [subject = '', actions] = told.split(/(?:^| )> /)
  if (actions === undefined) return told
  const conditions = subject.split(/ (?=not\(|(?:not )?(?:[a-z_]+[:=<>]|late|unassigned|all))(?<!not )/)
  return [...conditions.toSorted(), '>', ...actions.split(/ (?=\w+[=+-])/).toSorted()].join(' ')
}
