import { expect, test } from 'vitest'
import { defineCommand, type Command } from '#app/commands/define-command.ts'
import { findArgumentRows, findCommandGroups, placeFound, toResultRow } from './palette-rows.ts'

const aCommand = (id: `${string}.${string}`, title: string, more: Partial<Command> = {}) =>
  defineCommand({ id, title, group: 'Studio', scope: 'global', run: () => undefined, ...more })
const commands = [
  aCommand('studio.stages', 'Studio Settings: Stages'),
  aCommand('go.timeline', 'Timeline, and back'),
  aCommand('view.theme', 'Switch between dark and light', { keywords: ['theme'] }),
]
const aResult = (title: string) => toResultRow({ id: title, kind: 'project', title, to: '/' })

function headings(query: string, title: string): readonly string[] {
  const groups = findCommandGroups(commands, query, () => ({ keys: undefined, detail: undefined }))
  return placeFound(groups, { heading: 'Found', rows: [aResult(title)] }, query).map(({ heading }) => heading)
}

test('results that match the start of a word come before commands that merely contain the letters', () => {
  expect(headings('sa', 'The Salt Road')).toEqual(['Found', 'Studio'])
})

test('a command that matches equally well comes first', () => {
  expect(headings('timeline', 'Timeline tests')).toEqual(['Studio', 'Found'])
  expect(headings('stages', 'Backstages')).toEqual(['Studio', 'Found'])
})

test('a command found by a keyword comes before a person whose address contains the letters', () => {
  expect(headings('theme', 'Mei Tanaka, the meadow')).toEqual(['Studio', 'Found'])
})

test("of equally good commands the screen's come first, and those of every screen last", () => {
  const always = aCommand('keys.status', 'Keys for status', { scope: 'everywhere', group: 'Keys' })
  const here = aCommand('task.status', 'Set status…', { scope: 'grid', group: 'Tasks' })
  const there = aCommand('studio.status', 'Settings: Status')
  const find = (query: string) =>
    findCommandGroups([always, there, here], query, () => ({ keys: undefined, detail: undefined }))

  expect(find('').map(({ heading }) => heading)).toEqual(['Tasks', 'Studio', 'Keys'])
  expect(find('status').map(({ heading }) => heading)).toEqual(['Tasks', 'Studio', 'Keys'])
})

test('a result of an earlier query comes after the commands', () => {
  expect(headings('stag', 'The Salt Road')).toEqual(['Studio', 'Found'])
})

test('an empty query lists every command, however many a screen has', () => {
  const many = Array.from({ length: 80 }, (_, at) => aCommand(`screen.${at}`, `Command ${at}`, { scope: 'grid' }))
  const last = aCommand('studio.settings', 'Studio Settings')
  const find = (query: string) =>
    findCommandGroups([...many, last], query, () => ({ keys: undefined, detail: undefined })).flatMap(
      ({ rows }) => rows,
    )

  expect(find('')).toHaveLength(81)
  expect(find('').at(-1)?.title).toBe('Studio Settings')
  expect(find('comm')).toHaveLength(50)
})

test('the typed value is offered once, even if it is one of the options', () => {
  const page = { id: 'time', placeholder: 'How long?', free: true, options: () => [] }
  const offered = ['1h', '30m'].map((value) => ({ value, label: value }))
  const titles = (query: string) => findArgumentRows(page, offered, query).map(({ title }) => title)

  expect(titles('1h')).toEqual(['1h'])
  expect(titles('1h 15m')).toEqual(['“1h 15m”'])
})
