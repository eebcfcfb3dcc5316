import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, type UserId } from '#core/lib/ids.ts'
import {
  mentionedUserIds,
  parseComment,
  toCommentText,
  toPlainText,
  type CommentInline,
  type MentionablePerson,
} from './markup.ts'
import { completeMention, findMentionQuery, mentionOptions } from './mention-picker.ts'

const aPerson = (name: string): MentionablePerson => ({ id: newId<UserId>(), name })
const ann = aPerson('Ann')
const annLee = aPerson('Ann Lee')
const people = [ann, annLee, aPerson('Søren (FX)')]
const content = fc
  .array(
    fc.constantFrom(
      '*',
      '**',
      '- ',
      '\n',
      '@',
      '@here',
      '@here[',
      ']',
      'Ann',
      ' Lee',
      ' ',
      'a',
      '\r',
      '😀',
      '(',
      '@Søren (FX)',
    ),
    { maxLength: 40 },
  )
  .map((parts) => parts.join(''))

const inlineOf = (text: string): readonly CommentInline[] => parseComment(text, people)[0]?.children ?? []
const text = (value: string): CommentInline => ({ kind: 'text', text: value })

test('parsing loses no character of a comment', () => {
  fc.assert(
    fc.property(fc.oneof(content, fc.string({ unit: 'binary' })), (source) => {
      expect(toCommentText(parseComment(source, people))).toBe(source)
    }),
    { numRuns: 3000 },
  )
})

test('text runs are never empty and never adjacent', () => {
  const check = (runs: readonly CommentInline[]): boolean =>
    runs.every((run, index) => {
      if (run.kind === 'text') return run.text !== '' && runs[index - 1]?.kind !== 'text'
      return run.kind === 'bold' || run.kind === 'italic' ? run.children.length > 0 && check(run.children) : true
    })

  fc.assert(
    fc.property(content, (source) => {
      expect(parseComment(source, people).every((line) => check(line.children))).toBe(true)
    }),
    { numRuns: 1000 },
  )
})

test('bold, italic and nested emphasis are read', () => {
  expect(inlineOf('a **b** *c*')).toEqual([
    text('a '),
    { kind: 'bold', children: [text('b')] },
    text(' '),
    { kind: 'italic', children: [text('c')] },
  ])
  expect(inlineOf('**a *b* c**')).toEqual([
    { kind: 'bold', children: [text('a '), { kind: 'italic', children: [text('b')] }, text(' c')] },
  ])
  expect(inlineOf('*a **b** c*')).toEqual([
    { kind: 'italic', children: [text('a '), { kind: 'bold', children: [text('b')] }, text(' c')] },
  ])
  expect(inlineOf('***a***')).toEqual([{ kind: 'bold', children: [{ kind: 'italic', children: [text('a')] }] }])
})

test('stars that do not touch words stay stars', () => {
  for (const plain of ['2 * 3 * 4', '**', '****', '* a*', '*a *', '**open', 'a*', '*'])
    expect(inlineOf(plain)).toEqual([text(plain)])
})

test('lines that start with a dash and a space are list entries', () => {
  expect(parseComment('- a\n-b\n - c', people).map((line) => line.kind)).toEqual(['bullet', 'plain', 'plain'])
})

test('mentions match the longest known name in any case, and no unknown name', () => {
  expect(inlineOf('@ann lee, look')).toEqual([{ kind: 'mention', text: '@ann lee', userId: annLee.id }, text(', look')])
  expect(inlineOf('@Ann')).toEqual([{ kind: 'mention', text: '@Ann', userId: ann.id }])
  for (const plain of ['@Anna', 'mail@Ann', '@Bo', '@']) expect(inlineOf(plain)).toEqual([text(plain)])
})

test('everybody mentioned is collected once, even inside emphasis', () => {
  expect(mentionedUserIds(parseComment('**@Ann** @Ann Lee\n- @Ann', people))).toEqual([ann.id, annLee.id])
})

test('@heres are numbered throughout the comment, with their labels', () => {
  const marksOf = parseComment('@here and **@here[00:12:05]**\n@here @hereby', people)

  expect(marksOf[0]?.children[0]).toEqual({ kind: 'here', text: '@here', label: undefined, index: 0 })
  expect(marksOf[0]?.children[2]).toEqual({
    kind: 'bold',
    children: [{ kind: 'here', text: '@here[00:12:05]', label: '00:12:05', index: 1 }],
  })
  expect(marksOf[1]?.children).toEqual([{ kind: 'here', text: '@here', label: undefined, index: 2 }, text(' @hereby')])
})

test('plain text has no marks', () => {
  expect(toPlainText(parseComment('- **Ready** for *you*, @Ann', people))).toBe('• Ready for you, @Ann')
  expect(toPlainText(parseComment('Hold @here[00:00:12] and @here', []))).toBe('Hold @here 00:00:12 and @here')
})

test('a long run of marks is parsed in reasonable time', () => {
  const source = '**a *b '.repeat(20_000)

  expect(toCommentText(parseComment(source, people))).toBe(source)
})

test('the picker opens on an @word and not inside an e-mail address', () => {
  expect(findMentionQuery('hi @an', 6)).toEqual({ start: 3, query: 'an' })
  expect(findMentionQuery('hi @', 4)).toEqual({ start: 3, query: '' })
  expect(findMentionQuery('hi @ann le', 10)).toEqual({ start: 3, query: 'ann le' })
  for (const [source, caret] of [
    ['me@studio', 9],
    ['@ann\nx', 6],
    ['@ ann', 5],
    ['hi', 2],
    ['', 0],
    ['@ann', 0],
  ] as const)
    expect(findMentionQuery(source, caret)).toBeUndefined()
})

test('the picker lists at most eight people by substring, and here while it matches', () => {
  const crowd = Array.from({ length: 30 }, (_, index) => aPerson(`Ann Hero ${index}`))

  fc.assert(
    fc.property(fc.string({ maxLength: 5 }), (query) => {
      const options = mentionOptions(query, crowd)
      const persons = options.flatMap((option) => (option.kind === 'person' ? [option.person.name] : []))
      expect(persons.length).toBeLessThanOrEqual(8)
      expect(persons.every((name) => name.toLowerCase().includes(query.toLowerCase()))).toBe(true)
      expect(options.some((option) => option.kind === 'here')).toBe('here'.startsWith(query.toLowerCase()))
    }),
  )
  expect(mentionOptions('HER', crowd)).toHaveLength(9)
  expect(mentionOptions('hero', crowd)).toHaveLength(8)
})

test('completing a mention replaces the @word and puts the caret after a space', () => {
  expect(completeMention('hi @an!', { start: 3, query: 'an' }, 'Ann')).toEqual({ text: 'hi @Ann !', caret: 8 })
  expect(completeMention('@a b', { start: 0, query: 'a' }, 'Ann')).toEqual({ text: '@Ann b', caret: 5 })
})
