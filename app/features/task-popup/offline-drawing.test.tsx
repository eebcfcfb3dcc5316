import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Drawing } from '#core/comments/drawing.ts'
import { newId, type MediaId } from '#core/lib/ids.ts'
import { changeDraft } from '#app/widgets/comments/composer-store.ts'
import { aPopup, type PopupWorld } from './test/a-popup.tsx'

let world: PopupWorld

beforeEach(async () => void (world = await aPopup()))
afterEach(async () => await world.close())

test('a drawing posted without a network shows at once and reaches the server once, when the network is back', async () => {
  const [taskId] = world.fixture.taskIds
  if (taskId === undefined) throw new Error('The fixture has a task')
  const line = {
    kind: 'pen',
    color: '#ff0000',
    points: [
      { x: 0.1, y: 0.2 },
      { x: 0.3, y: 0.4 },
    ],
  } as const
  const drawing: Drawing = { mediaId: newId<MediaId>(), frame: 41, shapes: [line] }
  const drawingsOnServer = (): readonly unknown[] =>
    world.fixture.server.list('comments').map(({ metadata }) => metadata['drawings'])
  world.openAt('?item=shot-0')
  const form = await screen.findByRole('form', { name: 'New comment' })

  world.setOnline(false)
  changeDraft(taskId, { drawings: [drawing] })
  await userEvent.click(await within(form).findByRole('button', { name: /Post Comment/ }))

  expect(await screen.findByRole('button', { name: 'Drawing on frame 42' })).toBeDefined()
  expect(drawingsOnServer()).toEqual([])

  world.setOnline(true)

  await waitFor(() => expect(drawingsOnServer()).toEqual([[drawing]]))
  expect(screen.getByRole('button', { name: 'Drawing on frame 42' })).toBeDefined()
})
