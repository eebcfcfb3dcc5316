import { beforeEach, expect, test } from 'vitest'
import { keyStore, resetKeys, setKeyPreferences } from '#app/stores/key-store.ts'
import type { Command } from './define-command.ts'
import { loadKnownCommands } from './known-commands.ts'
import { findKeyProblem } from './key-conflicts.ts'

const theme: Command = {
  id: 'view.theme',
  title: 'Theme',
  group: 'View',
  scope: 'global',
  keys: ['shift+t'],
  run: () => undefined,
}
const projects: Command = { ...theme, id: 'go.projects', title: 'Projects', keys: ['g p'] }
const help: Command = { ...theme, id: 'help.shortcuts', title: 'Shortcuts', keys: ['?'] }
const cell: Command = { ...theme, id: 'grid.left', title: 'Left', scope: 'grid', keys: ['h'] }
const card: Command = { ...theme, id: 'kanban.left', title: 'Card', scope: 'kanban', keys: ['q'] }

beforeEach(resetKeys)

function problem(keys: string, command = theme): string | undefined {
  const commands = [theme, projects, help, cell, card]
  return findKeyProblem({ command, keys, commands, preferences: keyStore, platform: 'other' })
}

test("a key is free if unused, the command's own, or used only by a screen that is never open at the same time", () => {
  expect(problem('mod+shift+e')).toBeUndefined()
  expect(problem('shift+t')).toBeUndefined()
  expect(problem('q', cell)).toBeUndefined()
})

test('a taken key is refused, naming the command that has it', () => {
  expect(problem('g p')).toBe('G P is already used by “Projects”.')
  expect(problem('h')).toBe('H is already used by “Left”.')
  expect(problem('shift+/')).toContain('“Shortcuts”')
})

test('a key that starts a sequence, and a sequence that starts with a taken key, are refused', () => {
  expect(problem('g')).toBe('G and G P of “Projects” clash: one is the start of the other.')
  expect(problem('h x')).toBe('H X and H of “Left” clash: one is the start of the other.')
})

test('remapped keys count, and released keys are free', () => {
  setKeyPreferences({ hasSingleKeys: false, remapped: { 'grid.left': ['z'], 'go.projects': [] } })

  expect(problem('z')).toContain('“Left”')
  expect(problem('h')).toBeUndefined()
  expect(problem('g p')).toBeUndefined()
})

test.each([
  ['mod+n', 'Ctrl+N is reserved by the browser.'],
  ['mod+alt+e', 'Ctrl+Alt+E is reserved by the browser.'],
  ['escape', 'Esc is reserved by Xsheet.'],
  ['g tab', 'G TAB is reserved by Xsheet.'],
  ['nonsense', 'This key cannot be used as a shortcut.'],
])('%s is refused', (keys, sentence) => {
  expect(problem(keys)?.toLowerCase()).toBe(sentence.toLowerCase())
})

test('a command that deliberately shadows another may have the same key', () => {
  const create: Command = { ...theme, id: 'space.create', title: 'Create', scope: 'list', shadows: ['project.create'] }
  const other: Command = { ...theme, id: 'project.create', title: 'Other', scope: 'list', keys: ['c'] }
  const commands = [create, other, cell]

  const wish = (command: Command, keys: string) =>
    findKeyProblem({ command, keys, commands, preferences: keyStore, platform: 'other' })
  expect(wish(create, 'c')).toBeUndefined()
  expect(wish({ ...create, shadows: [] }, 'c')).toBe('C is already used by “Other”.')
})

test('a command that takes sequences clashes with single keys only', () => {
  const snap: Command = {
    ...theme,
    id: 'canvas.snap',
    title: 'Snap',
    scope: 'global',
    keys: ['g'],
    takesSequences: true,
  }
  const wish = (command: Command, keys: string, commands = [snap, projects]) =>
    findKeyProblem({ command, keys, commands, preferences: keyStore, platform: 'other' })

  expect(wish(projects, 'g q')).toBeUndefined()
  expect(wish(snap, 'g')).toBeUndefined()
  expect(wish(projects, 'g')).toBe('G is already used by “Snap”.')
  expect(wish(projects, 'g q', [{ ...snap, takesSequences: false }])).toContain('one is the start of the other')
})

test('commands of pages that are not open are known, with their declared keys', async () => {
  const known = await loadKnownCommands()

  expect(known.length).toBeGreaterThan(100)
  const grid = known.find(({ id }) => id === 'grid.left')
  expect(grid?.keys?.length).toBeGreaterThan(0)
  expect(
    findKeyProblem({ command: theme, keys: 'shift+space', commands: known, preferences: keyStore, platform: 'other' }),
  ).toBe('⇧Space is already used by “Select the item”.')
  expect(
    findKeyProblem({ command: theme, keys: 'f2', commands: known, preferences: keyStore, platform: 'other' }),
  ).toContain('F2 is already used by')
})
