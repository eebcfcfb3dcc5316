import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addDays, dateInZone } from '#core/lib/calendar-date.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { aPopup, type PopupWorld } from './test/a-popup.tsx'

let world: PopupWorld

beforeEach(async () => void (world = await aPopup()))
afterEach(async () => await world.close())

const shownTask = (): Task | undefined =>
  world.fixture.server.list('item_tasks').find(({ id }) => id === world.fixture.taskIds[0])

/** Opens the first task and presses one of its header's keys. */
async function press(command: 'popup.due' | 'popup.estimate' | 'popup.priority'): Promise<void> {
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })
  await act(async () => await runCommand(command, { source: 'key' }))
  expect(uiStore.palette).toBeUndefined()
}

test('the due date’s key asks for a day and sets it', async () => {
  await press('popup.due')

  const field = screen.getByLabelText('Due date', { selector: 'input' })
  await userEvent.clear(field)
  await userEvent.type(field, '2026-12-24')
  await userEvent.click(screen.getByRole('button', { name: 'Set' }))

  await waitFor(() => expect(shownTask()?.dueDate).toBe('2026-12-24'))
  expect(screen.queryByRole('dialog', { name: 'Due date' })).toBeNull()
})

test.each([
  ['tomorrow', 1],
  ['in 2 weeks', 14],
  ['ten days from now', 10],
])('the due date can be typed in words: %s', async (words, inDays) => {
  await press('popup.due')

  const field = screen.getByLabelText('Due date', { selector: 'input' })
  await userEvent.clear(field)
  await userEvent.type(field, words)
  await userEvent.click(screen.getByRole('button', { name: 'Set' }))

  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  await waitFor(() => expect(shownTask()?.dueDate).toBe(addDays(dateInZone(Date.now(), timeZone), inDays)))
})

test('text that is not a date is reported while typing, and sets nothing', async () => {
  await press('popup.due')

  const field = screen.getByLabelText<HTMLInputElement>('Due date', { selector: 'input' })
  await userEvent.clear(field)
  await userEvent.type(field, 'someday')
  await userEvent.click(screen.getByRole('button', { name: 'Set' }))

  expect(await screen.findByText(/^That is not a date/)).toBeDefined()
  expect(field.value).toBe('someday')
  expect(screen.getByRole('dialog', { name: 'Due date' })).toBeDefined()
})

test('the estimate’s key asks for hours and sets them', async () => {
  await press('popup.estimate')

  const field = screen.getByLabelText('Hours per task')
  await userEvent.clear(field)
  await userEvent.type(field, '6{Enter}')

  expect(await screen.findByRole('button', { name: /Estimate 6\.0h/ })).toBeDefined()
})

test('the priority’s key lists priorities and sets the picked one', async () => {
  await press('popup.priority')

  await userEvent.click(screen.getByRole('option', { name: 'High' }))

  await waitFor(() => expect(shownTask()?.priority).toBe(6))
})

test('a missing value of a task shows as one phrase, without a label', async () => {
  world.openAt('?item=shot-0')

  expect(await screen.findByRole('button', { name: /^No due date/ })).toBeDefined()
  expect(screen.getByRole('button', { name: /^No priority/ })).toBeDefined()
  expect(screen.getByRole('button', { name: /^Not assigned/ })).toBeDefined()
})

test('commands that change the task declare the permission they need', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })

  const needs = (id: string) => registry.all().find((command) => command.id === id)?.needs
  const ids = ['popup.set-status', 'popup.assign', 'popup.due', 'popup.estimate', 'popup.priority']
  expect(ids.map(needs)).toEqual(['create', 'create', 'create', 'create', 'create'])
  expect(needs('popup.revision-mode')).toBe('revisions')
  expect(needs('popup.focus-comment')).toBe('comment')
})
