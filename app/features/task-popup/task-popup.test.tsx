import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { newId, type CommentId, type MediaId, type StatusId, type TaskId } from '#core/lib/ids.ts'
import { postRevision } from '#core/revisions/post-revision.ts'
import { newRow } from '#core/schema/tables.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { toastStore } from '#app/stores/toast-store.ts'
import { toggleTimeForm } from '#app/stores/ui-store.ts'
import { addFiles, changeDraft, resetComposer } from '#app/widgets/comments/composer-store.ts'
import { aPopup, type PopupWorld } from './test/a-popup.tsx'

let world: PopupWorld

beforeEach(async () => void (world = await aPopup()))
afterEach(async () => await world.close())

async function postARevision(comment: string): Promise<void> {
  const { studioId, spaceId, itemIds, taskIds } = world.fixture
  const [itemId] = itemIds
  const [taskId] = taskIds
  if (itemId === undefined || taskId === undefined) throw new Error('The fixture has an item')
  const place = {
    studio: await world.client.openStudio(studioId),
    space: await world.client.openSpace({ studioId, spaceId }),
  }
  const item = await world.client.openItem({ studioId, spaceId, itemId })
  const posted = await postRevision({ ...place, item, taskId, comment, timeSpent: '1h', mediaIds: [] }, world.client)
  if (!posted.ok) throw posted.error
  await posted.value.answered
}

test('the popup opens the first task of the item and completes the address', async () => {
  world.openAt('?item=shot-1&view=wide')

  expect(await screen.findByRole('tab', { selected: true })).toBeDefined()

  expect(screen.getByRole('dialog', { name: 'Shot 1' })).toBeDefined()
  await waitFor(() => expect(new URLSearchParams(location.search).get('task')).not.toBeNull())
  expect(new URLSearchParams(location.search).get('view')).toBe('wide')
})

test('the popup finds an item by its id, and removes `shot` from the address', async () => {
  const [, itemId] = world.fixture.itemIds
  world.openAt(`?item=${itemId}&shot=old`)

  await screen.findByRole('tab', { selected: true })

  await waitFor(() => expect(new URLSearchParams(location.search).get('item')).toBe('shot-1'))
  expect(location.search).not.toContain('shot=')
})

test('says what was not found, and leads back', async () => {
  world.openAt('?item=nobody&task=animation')

  expect(await screen.findByText(/There is no item “nobody”/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Back to the space' }))

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(location.search).toBe('')
})

test('says that the task is not among those of the item, which stay to be chosen', async () => {
  world.openAt('?item=shot-0&task=baking')

  expect(await screen.findByText("Clicked task not found in item's task list.")).toBeDefined()
  expect(screen.getAllByRole('tab')).toHaveLength(2)
})

test('an item without visible tasks says so', async () => {
  for (const task of world.fixture.server.list('item_tasks')) {
    world.fixture.server.seed('item_tasks', [{ ...task, isDisabled: true }], `space:${world.fixture.spaceId}`)
  }
  world.openAt('?item=shot-0')

  expect(await screen.findByText('No visible tasks available for this item.')).toBeDefined()
})

test('keys move to another stage and item, and close the popup', async () => {
  const entries = history.length
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })
  await waitFor(() => expect(location.search).toContain('task='))
  const first = new URLSearchParams(location.search).get('task')

  await act(async () => await runCommand('popup.stage', { source: 'key', chord: '2' }))
  await waitFor(() => expect(new URLSearchParams(location.search).get('task')).not.toBe(first))
  await act(async () => await runCommand('popup.next-item'))
  await waitFor(() => expect(new URLSearchParams(location.search).get('item')).toBe('shot-1'))
  act(() => void layerStack.closeTop())

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(history.length).toBe(entries)
})

test('the popup takes the focus from a button disabled at the last item', async () => {
  world.openAt('?item=shot-1')
  const button = await screen.findByRole('button', { name: 'Next item' })
  await screen.findByRole('tab', { selected: true })
  act(() => button.focus())

  await userEvent.keyboard('{Enter}')

  const dialog = await screen.findByRole('dialog', { name: 'Shot 2' })
  await waitFor(() => expect(document.activeElement).toBe(dialog))
})

test('the popup shows the newest version, and reports an unknown one', async () => {
  await postARevision('First')
  await postARevision('Second')
  const { unmount } = world.openAt('?item=shot-0')
  expect(await screen.findByRole('button', { name: 'Version v2 of 2' })).toBeDefined()
  unmount()

  world.openAt('?item=shot-0&version=v9')

  expect(await screen.findByText('Version not found')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Show the newest version' }))
  expect(await screen.findByRole('button', { name: 'Version v2 of 2' })).toBeDefined()
})

test('Ctrl+Enter posts a comment, which appears at once and empties the form', async () => {
  world.openAt('?item=shot-0')
  const form = await screen.findByRole('form', { name: 'New comment' })
  expect(within(form).getByRole('button', { name: /Post Comment/ })).toHaveProperty('disabled', true)

  await userEvent.type(within(form).getByRole('textbox', { name: 'Comment' }), 'Lovely **light**')
  await act(async () => await runCommand('popup.post', { source: 'key', chord: 'mod+enter' }))

  const feed = await screen.findByRole('list', { name: 'Comments' })
  expect(within(feed).getByText('light').closest('strong')).not.toBeNull()
  expect(within(feed).getByText('Just now')).toBeDefined()
  expect(within(form).getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', '')
  await waitFor(() =>
    expect(world.fixture.server.list('comments').map(({ content }) => content)).toEqual(['Lovely **light**']),
  )
})

test('a chosen status that someone deletes is reported and left out, and does not block the post', async () => {
  const [taskId] = world.fixture.taskIds
  if (taskId === undefined) throw new Error('The fixture has a task')
  world.openAt('?item=shot-0')
  const form = await screen.findByRole('form', { name: 'New comment' })

  act(() => changeDraft(taskId, { text: 'Looks right', statusId: newId<StatusId>() }))
  await within(form).findByText('The status you chose was deleted')
  await act(async () => await runCommand('popup.post', { source: 'key', chord: 'mod+enter' }))

  await waitFor(() =>
    expect(world.fixture.server.list('comments').map(({ content }) => content)).toEqual(['Looks right']),
  )
  expect(toastStore.toasts.map(({ text }) => text)).toEqual([])
  expect(within(form).queryByText('The status you chose was deleted')).toBeNull()
})

test('a revision without time is refused in the words of the specification', async () => {
  world.openAt('?item=shot-0&openRevisions=true')
  const form = await screen.findByRole('form', { name: 'New revision' })
  await waitFor(() => expect(location.search).not.toContain('openRevisions'))
  expect(within(form).getByRole('button', { name: /Post Revision/ })).toHaveProperty('disabled', true)

  await act(async () => await runCommand('popup.post', { source: 'key', chord: 'mod+enter' }))

  expect(toastStore.toasts.map(({ text }) => text)).toEqual(['Please select the time spent on this task'])
  // Moves the focus to what is missing.
  expect(document.activeElement).toBe(within(form).getByRole('combobox', { name: 'Hours' }))
})

test('a revision is posted with its file, and the popup switches to it', async () => {
  await postARevision('First')
  world.openAt('?item=shot-0&version=v1&openRevisions=true')
  const form = await screen.findByRole('form', { name: 'New revision' })
  const upload = vi.spyOn(world.client.gateway.uploads, 'upload')

  await userEvent.type(within(form).getByRole('textbox'), 'Second')
  fireEvent.change(within(form).getByRole('combobox', { name: 'Hours' }), { target: { value: '2' } })
  await userEvent.upload(within(form).getByTestId('file-input'), new File(['a,b'], 'notes.csv', { type: 'text/csv' }))
  await within(form).findByText('notes.csv')
  await userEvent.click(within(form).getByRole('button', { name: /Post Revision/ }))

  expect(await screen.findByRole('button', { name: 'Version v2 of 2' })).toBeDefined()
  await waitFor(() => expect(new URLSearchParams(location.search).get('version')).toBe('v2'))
  expect(upload.mock.calls.map(([request]) => request.filename)).toEqual(['notes.csv'])
  expect(world.fixture.server.list('task_versions').find(({ comment }) => comment === 'Second')?.timeSpent).toBe('2h')

  const said = screen.getAllByRole('article').map(({ textContent }) => textContent)
  expect(said).toContainEqual(expect.stringMatching(/Revision v2Animation2h.*Second/))
  expect(screen.getByText('Time so far').parentElement?.textContent).toBe('Time so far 3h')
})

test('a revision lists its files while it waits for the network', async () => {
  world.openAt('?item=shot-0&openRevisions=true')
  const form = await screen.findByRole('form', { name: 'New revision' })
  world.setOnline(false)

  fireEvent.change(within(form).getByRole('combobox', { name: 'Hours' }), { target: { value: '2' } })
  await userEvent.upload(within(form).getByTestId('file-input'), new File(['a,b'], 'notes.csv', { type: 'text/csv' }))
  await within(form).findByText('notes.csv')
  await userEvent.click(within(form).getByRole('button', { name: /Post Revision/ }))

  const [entry] = await screen.findAllByRole('article')
  expect(entry?.textContent).toContain('notes.csv')
  expect(world.fixture.server.list('task_versions')).toEqual([])
})

test('a failed post stays in the form, with the specification’s text', async () => {
  world.openAt('?item=shot-0&openRevisions=true')
  const form = await screen.findByRole('form', { name: 'New revision' })
  vi.spyOn(world.client.gateway.uploads, 'send').mockRejectedValue(
    new AppError('upload-failed', 'Failed to upload notes.csv'),
  )

  await userEvent.type(within(form).getByRole('textbox'), 'Second')
  fireEvent.change(within(form).getByRole('combobox', { name: 'Minutes' }), { target: { value: '10' } })
  await userEvent.upload(within(form).getByTestId('file-input'), new File(['a,b'], 'notes.csv', { type: 'text/csv' }))
  await within(form).findByText('notes.csv')
  await userEvent.click(within(form).getByRole('button', { name: /Post Revision/ }))

  await waitFor(() => expect(toastStore.toasts.map(({ text }) => text)).toEqual(['Error: Failed to upload notes.csv']))
  expect(within(form).getByRole('textbox')).toHaveProperty('value', 'Second')
  expect(within(form).getByText('Failed to upload notes.csv')).toBeDefined()
})

test('a draft is restored after a reload, for its own task only', async () => {
  const { unmount } = world.openAt('?item=shot-0')
  const form = await screen.findByRole('form', { name: 'New comment' })
  await userEvent.type(within(form).getByRole('textbox'), 'Half a thought')
  unmount()
  resetComposer()

  world.openAt('?item=shot-0')

  await waitFor(() =>
    expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', 'Half a thought'),
  )
  await act(async () => await runCommand('popup.stage', { source: 'key', chord: '2' }))
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Comment' })).toHaveProperty('value', ''))
})

/** Seeds a comment on the first task with a reference. */
function seedReference(reference: object): void {
  const [taskId = anId<TaskId>(8, 0)] = world.fixture.taskIds
  const metadata = { hereReferences: [{ id: 'x', label: 'there', ...reference }] }
  const by = { createdBy: world.fixture.userId(2), createdAt: 1, isEdited: false }
  const [itemId] = world.fixture.itemIds
  world.fixture.server.seed(
    'comments',
    [{ ...by, id: newId<CommentId>(), taskId, content: 'See @here[there]', metadata }],
    `item:${itemId ?? anId(7, 0)}`,
  )
}

test('a reference to a deleted item shows it as not found', async () => {
  seedReference({ type: 'item', data: { selectedItemIds: [anId(7, 99)] } })
  world.openAt('?item=shot-0')

  await userEvent.click(await screen.findByRole('button', { name: '@here there' }))

  expect(await screen.findByText('Item not found')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Back to the space' })).toBeDefined()
})

test('a reference of an unknown kind shows a message and is not followed', async () => {
  seedReference({ type: 'hologram', data: {} })
  world.openAt('?item=shot-0')

  await userEvent.click(await screen.findByRole('button', { name: '@here there' }))

  await waitFor(() =>
    expect(toastStore.toasts.map(({ text }) => text)).toEqual(['Unknown here-reference type: hologram']),
  )
})

test('an @here is shown in the reader’s time format, however it was written', async () => {
  const mediaId = newId<MediaId>()
  const film = { filename: 'storm.mp4', contentType: 'video/mp4', sizeBytes: 1, isStored: true, createdAt: 0 }
  const [itemId] = world.fixture.itemIds
  world.fixture.server.seed(
    'media',
    [newRow('media', { ...film, id: mediaId, frameRate: '24' })],
    `item:${itemId ?? anId(7, 0)}`,
  )
  seedReference({ type: 'video', label: 'there', data: { mediaId, timestamp: 29.5 / 24 } })
  world.openAt('?item=shot-0')

  expect(await screen.findByRole('button', { name: '@here frame 30' })).toBeDefined()
  act(toggleTimeForm)
  expect(await screen.findByRole('button', { name: '@here 00:00:01:05' })).toBeDefined()
  act(toggleTimeForm)
})

test('an image sequence says what film it becomes, and takes the typed rate and first frame', async () => {
  const user = userEvent.setup()
  const [taskId] = world.fixture.taskIds
  if (taskId === undefined) throw new Error('The fixture has a task')
  world.openAt('?item=shot-0')
  await screen.findByRole('tab', { selected: true })
  const pictures = [1001, 1002, 1004, 1005, 1006].map((number) => ({
    id: newId<MediaId>(),
    name: `sh010.${number}.png`,
    blob: new Blob(['frame'], { type: 'image/png' }),
  }))
  world.setOnline(false)
  act(() => {
    addFiles(taskId, pictures)
    changeDraft(taskId, { mode: 'revision', minutes: 30 })
  })

  expect(
    await screen.findByText(/5 pictures become one film of 6 frames, 1001 to 1006. 1 frame is missing \(1003\)/),
  ).toBeDefined()
  await user.type(screen.getByRole('combobox', { name: 'Frames a second' }), 'fast')
  await user.type(screen.getByRole('textbox', { name: 'First frame' }), '101')
  await act(async () => await runCommand('popup.post'))
  expect(toastStore.toasts.map(({ text }) => text).join(' ')).toContain('not "fast"')
  await user.clear(screen.getByRole('combobox', { name: 'Frames a second' }))
  await user.type(screen.getByRole('combobox', { name: 'Frames a second' }), '23.976')
  await act(async () => await runCommand('popup.post'))

  await waitFor(() => expect(world.client.uploads.getEntries()).toHaveLength(5))
  const details = world.client.uploads.getEntries().map(({ fileName, details: said }) => [fileName, said])
  expect(details[0]).toEqual(['sh010.1001.png', { frameRate: '24000/1001', firstFrame: 101 }])
  expect(details.slice(1).every(([, said]) => said === undefined)).toBe(true)
})
