import { expect, test } from 'vitest'
import { loadCommandsElsewhere } from '#app/commands/known-commands.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { findElsewhereGroup, findScreens, type Screen } from './elsewhere.ts'

const screens = {
  timesheet: { name: 'My timesheet', to: '/timesheet' },
  grid: { name: 'Sequences', to: '/grid' },
  timeline: { name: 'Timeline', to: '/timeline' },
}

test('a command of another screen is found by name and opens that screen', async () => {
  const commands = await loadCommandsElsewhere()

  const { rows } = findElsewhereGroup(commands, 'add time', screens)
  expect(rows[0]).toMatchObject({
    title: expect.stringContaining('Add time'),
    detail: 'goes to My timesheet',
    target: { kind: 'elsewhere', commandId: 'timesheet.add-time', to: '/timesheet', needs: undefined },
  })
  const exported = findElsewhereGroup(commands, 'export', screens).rows.map(({ target }) => target)
  const at = (commandId: string, to: string) => ({ kind: 'elsewhere', commandId, to, needs: undefined })
  expect(exported).toContainEqual(at('timesheet.export', '/timesheet'))
  expect(exported).toContainEqual(at('space.export-csv', '/grid'))
})

test('key-only commands, and those without a screen to go to, are left out', async () => {
  const commands = await loadCommandsElsewhere()

  expect(findElsewhereGroup(commands, 'extend the selection', screens).rows).toEqual([])
  expect(findElsewhereGroup(commands, 'add time', { grid: screens.grid }).rows).toEqual([])
  expect(findElsewhereGroup(commands, 'a', screens).rows).toEqual([])
})

test('a command of the task popup goes to the selected task, else to a place to select one', async () => {
  const commands = await loadCommandsElsewhere()
  const find = (screen: Screen) =>
    findElsewhereGroup(commands, 'compare versions', { popup: screen, viewer: screen }).rows[0]

  expect(find({ name: 'sh010 Animation', to: '/grid?item=sh010' })).toMatchObject({
    detail: 'goes to sh010 Animation',
    target: { commandId: 'popup.compare', to: '/grid?item=sh010', needs: undefined },
  })
  expect(find({ name: 'Sequences', to: '/grid', needs: 'a task' })).toMatchObject({
    detail: 'needs a task · goes to Sequences',
    target: { to: '/grid', needs: 'a task' },
  })
})

test('Create Space goes to the page of a project, not to all projects', async () => {
  const commands = await loadCommandsElsewhere()
  const screens = { list: { name: 'Projects', to: '/projects' }, project: { name: 'The Salt Road', to: '/salt' } }

  const { rows } = findElsewhereGroup(commands, 'create space', screens)

  expect(rows[0]).toMatchObject({ title: 'Create Space', target: { commandId: 'space.create', to: '/salt' } })
})

test('in an empty studio every command is still found, with what it needs first', async () => {
  // Only these parts of a studio are read here.
  const studio = { getProjects: () => [], getSpaces: () => [], can: () => true } as unknown as StudioReplica
  const commands = await loadCommandsElsewhere()
  const find = (query: string) => findElsewhereGroup(commands, query, findScreens(studio, '/')).rows[0]?.detail

  expect([find('create item'), find('compare versions'), find('new review'), find('add time')]).toEqual([
    'needs a space · goes to Projects',
    'needs a task · goes to Projects',
    'needs a project · goes to Projects',
    'goes to My timesheet',
  ])
})
