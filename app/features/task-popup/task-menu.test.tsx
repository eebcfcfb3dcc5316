import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from '#app/commands/run-command.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { AppError } from '#core/lib/errors.ts'
import type { UserId } from '#core/lib/ids.ts'
import { aPopup, type PopupWorld } from './test/a-popup.tsx'

let world: PopupWorld

beforeEach(async () => void (world = await aPopup()))
afterEach(async () => {
  undoStack.clear()
  await world.close()
})

/** Mocks the server's two procedures about followers. */
function followedBy(...first: readonly UserId[]): void {
  const me = world.client.userId
  let userIds: readonly UserId[] = first
  vi.spyOn(world.client.gateway, 'call').mockImplementation(async (procedure, args = {}) => {
    if (procedure === 'list_followers') return userIds
    if (procedure !== 'set_following') throw new AppError('not-found', procedure)
    userIds = args['p_is_following'] === true ? [...userIds, me] : userIds.filter((id) => id !== me)
    return userIds
  })
}

test('the header shows who follows the task; a key or the button toggles one’s own following, with undo', async () => {
  followedBy(world.fixture.userId(2))
  world.openAt('?item=shot-0')

  const button = await screen.findByRole('button', { name: /Followed by/ })
  expect(button.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(button)

  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
  await act(async () => void (await undoStack.undo()))
  expect(button.getAttribute('aria-pressed')).toBe('false')
  await act(async () => await runCommand('popup.follow', { source: 'key', chord: 'b' }))
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('true'))
})

test('without a response from the server the header shows no followers and says why', async () => {
  world.openAt('?item=shot-0')

  expect(await screen.findByText(/not available offline/)).toBeDefined()

  expect(screen.queryByRole('button', { name: /Followed by/ })).toBeNull()
})

test('without a network the header shows the followers last known', async () => {
  followedBy(world.fixture.userId(2))
  const { unmount } = world.openAt('?item=shot-0')
  const name = (await screen.findByRole('button', { name: /Followed by/ })).textContent
  unmount()
  world.setOnline(false)
  vi.spyOn(world.client.gateway, 'call').mockRejectedValue(new AppError('offline', 'Offline', { retryable: true }))

  world.openAt('?item=shot-0')

  expect((await screen.findByRole('button', { name: /Followed by/ })).textContent).toBe(name)
  expect(document.querySelector('[data-tooltip^="as of"]')).not.toBeNull()
})

test('a right click opens the task’s commands with their keys; text keeps the browser’s menu', async () => {
  world.openAt('?item=shot-0')
  const tab = await screen.findByRole('tab', { selected: true })

  fireEvent.contextMenu(tab)
  const menu = await screen.findByRole('menu', { name: 'Task' })
  const labels = within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.textContent)
  expect(labels).toEqual(expect.arrayContaining(['Set the statusS', 'AssignA', 'Delete item…Ctrl+Del']))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())

  const isLeftToTheBrowser = fireEvent.contextMenu(await screen.findByRole('textbox'))
  expect(isLeftToTheBrowser).toBe(true)
  expect(screen.queryByRole('menu')).toBeNull()
})

test('an item is deleted from the menu after a confirmation, and undo brings it back', async () => {
  const { space, row } = await openItem()

  fireEvent.contextMenu(await screen.findByRole('tab', { selected: true }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Delete item/ }))
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(space.replica.find('items', row)).toBeUndefined()
  await act(async () => void (await undoStack.undo()))
  expect(space.replica.find('items', row)).toBeDefined()
})

async function openItem() {
  const { studioId, spaceId, itemIds } = world.fixture
  const space = await world.client.openSpace({ studioId, spaceId })
  world.openAt('?item=shot-0')
  const [row] = itemIds
  if (row === undefined) throw new Error('The fixture has an item')
  return { space, row }
}
