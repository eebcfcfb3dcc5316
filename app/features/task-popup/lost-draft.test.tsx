import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { newId, type OperationId } from '#core/lib/ids.ts'
import { beginToWrite } from '#app/widgets/comments/composer-store.ts'
import { aPopup, type PopupWorld } from './test/a-popup.tsx'

let world: PopupWorld

beforeEach(async () => void (world = await aPopup()))
afterEach(async () => await world.close())

async function deleteFromElsewhere(): Promise<void> {
  const { server, userId, itemIds } = world.fixture
  const keys = itemIds.slice(0, 1)
  await server.connect(userId(2)).write({ kind: 'delete', table: 'items', keys }, newId<OperationId>())
}

test('what was being written to an item that somebody deletes stays to be read and copied', async () => {
  const user = userEvent.setup()
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })
  const [taskId] = world.fixture.taskIds
  if (taskId === undefined) throw new Error('The fixture has a task')
  act(() => beginToWrite(taskId, 'comment'))
  await user.type(await screen.findByRole('textbox', { name: 'Comment' }), 'The left hand slides')

  await act(deleteFromElsewhere)

  expect(await screen.findByText(/It may have been deleted/)).toBeDefined()
  const kept = screen.getByRole('textbox', { name: 'What you were writing' })
  expect(kept).toHaveProperty('value', 'The left hand slides')
  await user.click(screen.getByRole('button', { name: 'Copy what you were writing' }))
  expect(await navigator.clipboard.readText()).toBe('The left hand slides')
})

test('an item to which nothing was being written is simply not found', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })

  await act(deleteFromElsewhere)

  expect(await screen.findByText(/It may have been deleted/)).toBeDefined()
  expect(screen.queryByRole('textbox')).toBeNull()
})
