import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { newId, type CommentId, type TaskId } from '#core/lib/ids.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { toastStore } from '#app/stores/toast-store.ts'
import { changeDraft } from '#app/widgets/comments/composer-store.ts'
import { aPopup, type PopupWorld } from './test/a-popup.tsx'

let world: PopupWorld

beforeEach(async () => void (world = await aPopup()))
afterEach(async () => await world.close())

type Refusal = { readonly text: string | undefined; readonly answer: string }

/** Actions with the server's refusal, and the text shown for it. */
const refused: Readonly<Record<string, readonly [act: () => Promise<void>, ...cases: Refusal[]]>> = {
  'a status that cannot be set': [
    async () => await runCommand('popup.choose-status', { args: [world.fixture.statusIds[1] ?? ''] }),
    { answer: 'The status is gone', text: 'Error updating status. Please try again.' },
  ],
  'a comment that cannot be posted': [
    async () => {
      changeDraft(taskId(), { mode: 'comment', text: 'Lovely' })
      await runCommand('popup.post')
    },
    { answer: 'Comments are closed', text: 'Comments are closed' },
    { answer: '', text: 'Failed to submit comment' },
  ],
  'a revision that cannot be posted': [
    async () => {
      changeDraft(taskId(), { mode: 'revision', text: 'Second', hours: 1 })
      await runCommand('popup.post')
    },
    { answer: 'The task is closed', text: 'Error: The task is closed' },
    { answer: '', text: 'Failed to create revision' },
  ],
}

function taskId(): TaskId {
  return world.fixture.taskIds[0] ?? anId<TaskId>(8, 0)
}

const cases = Object.entries(refused).flatMap(([name, [run, ...refusals]]) =>
  refusals.map(({ answer, text }) => ({ name, run, answer, text })),
)

test.each(cases)('$name, refused with “$answer”, is told as “$text”', async ({ run, answer, text }) => {
  world.openAt('?item=shot-0')
  await screen.findByRole('form', { name: 'New comment' })
  vi.spyOn(world.client.gateway, 'write').mockRejectedValue(new AppError('invalid-input', answer))

  await act(run)

  await waitFor(() => expect(toastStore.toasts.map((toast) => toast.text)).toEqual([text]))
})

test('a refused comment is back in the form', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('form', { name: 'New comment' })
  vi.spyOn(world.client.gateway, 'write').mockRejectedValue(new AppError('invalid-input', 'Comments are closed'))
  changeDraft(taskId(), { text: 'Lovely' })

  await act(async () => await runCommand('popup.post'))

  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', 'Lovely'))
  expect(screen.queryByRole('article')).toBeNull()
})

test('a refused comment that is sent after all leaves the form, unless someone went on writing in it', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('form', { name: 'New comment' })
  const field = () => screen.getByRole('textbox', { name: 'Comment' })
  for (const [written, left] of [
    ['', ''],
    [' indeed', 'Lovely indeed'],
  ] as const) {
    const write = vi.spyOn(world.client.gateway, 'write')
    write.mockRejectedValueOnce(new AppError('invalid-input', 'Comments are closed'))
    changeDraft(taskId(), { text: 'Lovely' })
    await act(async () => await runCommand('popup.post'))
    await waitFor(() => expect(field()).toHaveProperty('value', 'Lovely'))
    if (written !== '') changeDraft(taskId(), { text: `Lovely${written}` })
    const sentCount = world.fixture.server.list('comments').length

    const refused = world.client.outbox.getEntries().find(({ state }) => state === 'refused')
    await act(async () => await world.client.outbox.retry(refused?.id ?? newId()))

    await waitFor(() => expect(world.fixture.server.list('comments')).toHaveLength(sentCount + 1))
    await waitFor(() => expect(field()).toHaveProperty('value', left))
  }
})

test('a comment that cannot be edited stays as it was, with a message', async () => {
  const by = { createdBy: world.fixture.userId(1), createdAt: 1, isEdited: false, metadata: {} }
  const id = newId<CommentId>()
  const [itemId] = world.fixture.itemIds
  world.fixture.server.seed(
    'comments',
    [{ ...by, id, taskId: taskId(), content: 'As it was' }],
    `item:${itemId ?? anId(7, 0)}`,
  )
  world.openAt('?item=shot-0')
  await screen.findByText('As it was')
  vi.spyOn(world.client.gateway, 'write').mockRejectedValue(new AppError('invalid-input', 'Too late'))

  await act(async () => await runCommand('popup.edit-comment', { args: [id, 'Otherwise'] }))

  await waitFor(() => expect(toastStore.toasts.map(({ text }) => text)).toEqual(['The comment could not be saved.']))
  expect(await screen.findByText('As it was')).toBeDefined()
})

test('the popup shows that the item is loading until it has loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const pull = world.client.gateway.pull.bind(world.client.gateway)
  vi.spyOn(world.client.gateway, 'pull').mockImplementation(async (request) => {
    if (request.scope.startsWith('item:')) await promise
    return await pull(request)
  })

  world.openAt('?item=shot-0')

  expect(await screen.findByText('Loading item data...')).toBeDefined()
  resolve()
  expect(await screen.findByRole('form', { name: 'New comment' })).toBeDefined()
})
