import { expect, test } from 'vitest'
import { loadCommandsElsewhere } from '#app/commands/known-commands.ts'
import { findElsewhereGroup } from './elsewhere.ts'

const screens = {
  timesheet: { name: 'My timesheet', to: '/timesheet' },
  grid: { name: 'Sequences', to: '/grid' },
  timeline: { name: 'Timeline', to: '/timeline' },
}

test('a command of another screen is found by its name, and leads to that screen', async () => {
  const commands = await loadCommandsElsewhere()

  const { rows } = findElsewhereGroup(commands, 'add time', screens)
  expect(rows[0]).toMatchObject({
    title: expect.stringContaining('Add time'),
    detail: 'goes to My timesheet',
    target: { kind: 'elsewhere', commandId: 'timesheet.add-time', to: '/timesheet' },
  })
  const exported = findElsewhereGroup(commands, 'export', screens).rows.map(({ target }) => target)
  expect(exported).toContainEqual({ kind: 'elsewhere', commandId: 'timesheet.export', to: '/timesheet' })
  expect(exported).toContainEqual({ kind: 'elsewhere', commandId: 'space.export-csv', to: '/grid' })
})

test('what only a key runs, and what has no screen to go to, is left out', async () => {
  const commands = await loadCommandsElsewhere()

  expect(findElsewhereGroup(commands, 'extend the selection', screens).rows).toEqual([])
  expect(findElsewhereGroup(commands, 'add time', { grid: screens.grid }).rows).toEqual([])
  expect(findElsewhereGroup(commands, 'a', screens).rows).toEqual([])
})
