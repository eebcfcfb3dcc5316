import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, type StatusId } from '#core/lib/ids.ts'
import { findInviteToken } from '#core/access/invite-token.ts'
import { findDuplicateRows, parsePastedRows, suggestSimilarNames } from './item-names.ts'
import { kanbanMediaLoadLimit, findNeighbourStatus, toKanbanColumns } from '#core/tasks/kanban.ts'
import { normalizeSearchText } from '#core/search/text.ts'
import { findTaskBySlug, toTaskSlug } from '#core/tasks/task-slug.ts'

const token = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'.split('')), minLength: 24, maxLength: 24 })
const noHex = fc.string({ unit: fc.constantFrom(...'xyz /:?=\n-'.split('')), maxLength: 30 })

test('finds the invite token in any link or text around it', () => {
  fc.assert(
    fc.property(token, noHex, noHex, (hex, before, after) => {
      expect(findInviteToken(`${before}${hex.toUpperCase()}${after}`)).toBe(hex)
      expect(findInviteToken(`${before}${hex.slice(1)}${after}`)).toBeUndefined()
    }),
  )
})

test('takes the last invite token of a text, and the end of a longer run', () => {
  const [first, second] = ['a'.repeat(24), 'b'.repeat(24)]

  expect(findInviteToken(`https://x.test/invite/${first} or ${second}?ref=cafe`)).toBe(second)
  expect(findInviteToken(`0123${first}`)).toBe(first)
  expect(findInviteToken('')).toBeUndefined()
})

test('finds a task by slug, by alias and by id', () => {
  const tasks = ['Final Render', 'Animation', 'Anim', 'Compositing'].map((title, index) => ({
    id: `id-${index}`,
    title,
  }))

  expect(toTaskSlug(' Final  Render ')).toBe('final-render')
  for (const task of tasks) expect(findTaskBySlug(tasks, toTaskSlug(task.title))).toBe(task)
  expect(findTaskBySlug(tasks, 'comp')?.title).toBe('Compositing')
  expect(findTaskBySlug(tasks, 'anim')?.title).toBe('Anim')
  expect(findTaskBySlug(tasks.slice(0, 2), 'anim')?.title).toBe('Animation')
  expect(findTaskBySlug(tasks, 'id-0')?.title).toBe('Final Render')
  for (const wrong of ['', 'layout', 'constructor']) expect(findTaskBySlug(tasks, wrong)).toBeUndefined()
})

test('search ignores case, accents and separators', () => {
  expect(normalizeSearchText(' Fox_Den / Café-Szene ')).toBe('fox den cafe szene')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(normalizeSearchText(normalizeSearchText(text))).toBe(normalizeSearchText(text))
    }),
  )
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii' }), (text) => {
      expect(normalizeSearchText(text.toUpperCase())).toBe(normalizeSearchText(text))
    }),
  )
})

test('marks every row whose name repeats an earlier row or one that is taken', () => {
  const rows = ['a', 'B', '', 'A ', '', 'b', 'c'].map((name) => ({ name, description: '' }))

  expect(findDuplicateRows(rows, ['C'])).toEqual([3, 5, 6])
})

test('a list without its duplicates has no duplicates', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'A', ' b', 'B ', 'c', '')), (names) => {
      const rows = names.map((name) => ({ name, description: '' }))
      const duplicates = new Set(findDuplicateRows(rows, ['c']))
      expect(
        findDuplicateRows(
          rows.filter((_, index) => !duplicates.has(index)),
          ['c'],
        ),
      ).toEqual([])
    }),
  )
})

test('suggests existing names like the one typed, the most similar first', () => {
  const existing = ['Bear', 'Red fox', 'Fox den', 'Otter', 'Foxglove']

  expect(suggestSimilarNames('fox', existing)).toEqual(['Fox den', 'Foxglove', 'Red fox'])
  expect(suggestSimilarNames('fox dem', existing)).toEqual(['Fox den'])
  expect(suggestSimilarNames('ottre', existing)).toEqual(['Otter'])
  expect(suggestSimilarNames(' ', existing)).toEqual([])
})

test('a pasted list becomes rows, with names as written', () => {
  const name = fc.stringMatching(/^[0-9A-Za-z][0-9A-Za-z _.-]{0,10}$/).map((text) => text.trim())

  fc.assert(
    fc.property(fc.array(name, { minLength: 1 }), fc.constantFrom('\n', '\r\n', '\r', '\n\n'), (names, lineBreak) => {
      expect(parsePastedRows(names.join(lineBreak)).map((row) => row.name)).toEqual(names)
      expect(parsePastedRows(names.map((text) => `${text}\tnote`).join(lineBreak))).toEqual(
        names.map((text) => ({ name: text, description: 'note' })),
      )
    }),
  )
  expect(parsePastedRows('0010\n0020\n')).toEqual([
    { name: '0010', description: '' },
    { name: '0020', description: '' },
  ])
})

test('reads quoted spreadsheet cells and leaves out rows without a name', () => {
  expect(parsePastedRows('"a ""b"""\t"two\nlines"\tignored\n\tno name\n"open')).toEqual([
    { name: 'a "b"', description: 'two lines' },
    { name: '"open', description: '' },
  ])
  expect(parsePastedRows('')).toEqual([])
})

test('every kanban card is in exactly one column, that of its status', () => {
  const statuses = Array.from({ length: 3 }, () => ({ id: newId<StatusId>() }))
  const statusId = fc.constantFrom(...statuses.map((status) => status.id), newId<StatusId>(), undefined)

  fc.assert(
    fc.property(fc.array(statusId), (ids) => {
      const cards = ids.map((id, index) => ({ statusId: id, index }))
      const columns = toKanbanColumns(statuses, cards)
      expect(columns.slice(0, 3).map((column) => column.status)).toEqual(statuses)
      expect(columns.flatMap((column) => column.cards).sort((first, second) => first.index - second.index)).toEqual(
        cards,
      )
      for (const { status, cards: held } of columns)
        expect(held.every((card) => statuses.find(({ id }) => id === card.statusId) === status)).toBe(true)
    }),
  )
})

test('loads the media of at most twelve kanban cards at once', () => {
  expect(kanbanMediaLoadLimit).toBe(12)
})

test('moving a kanban card stops at the edges of the kanban', () => {
  const statuses = Array.from({ length: 3 }, () => ({ id: newId<StatusId>() }))
  const [first, second, last] = statuses.map((status) => status.id)

  expect(findNeighbourStatus(statuses, first!, 1)?.id).toBe(second)
  expect(findNeighbourStatus(statuses, first!, -1)).toBeUndefined()
  expect(findNeighbourStatus(statuses, last!, 1)).toBeUndefined()
  expect(findNeighbourStatus(statuses, newId<StatusId>(), 1)).toBeUndefined()
})
