import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from '#app/commands/run-command.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { useRootHotkeys } from '#app/commands/use-root-hotkeys.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { resetUi } from '#app/stores/ui-store.ts'
import { newRow } from '#core/schema/tables.ts'
import { editKind } from '#core/casting/change-kinds.ts'
import { changeFields, createFields } from '#core/fields/change-fields.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import {
  toId,
  type CollectionId,
  type ItemId,
  type ItemKindId,
  type StageId,
  type StageNeedId,
  type StatusId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import { SpacePage } from '../space-page.tsx'
import {
  enterSpace,
  moveCursor,
  resetSpaceView,
  setFilter,
  setLanes,
  setSelection,
  spaceViewStore,
} from '../space-view-store.ts'
import { aCollection, anId, anItem, aTask, me, openTestSpace, spaceId, type SpaceContent } from '../test/a-space.ts'
import { makeBoard } from './board.ts'

const cell = (item: number, stage: number) => toCellKey(anId<ItemId>('i', item), anId<StageId>('g', stage))
const status = (number: number) => anId<StatusId>('t', number)
const ben = anId<UserId>('u', 2)

function Keys({ children }: { readonly children: React.ReactNode }) {
  useRootHotkeys()
  return <LayerStackContext value={layerStack}>{children}</LayerStackContext>
}

async function show(content: SpaceContent = {}) {
  const opened = await openTestSpace({ layout: 'kanban', ...content })
  render(
    <Keys>
      <SpacePage opened={opened.opened} />
    </Keys>,
  )
  await screen.findByRole('toolbar', { name: 'Space' })
  return opened
}

beforeEach(() => {
  // Which cards are visible depends on layout, which jsdom does not have.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(216)
})

afterEach(() => {
  resetSpaceView()
  resetToasts()
  resetUi()
  undoStack.clear()
  localStorage.clear()
})

test('kanban lanes are people by name with nobody last, or collections, and hold each card once', async () => {
  const collections = [aCollection(1), aCollection(2)]
  const second = anItem(2, { collectionId: aCollection(2).id })
  const tasks = [aTask(1, 1, { assigneeId: ben }), aTask(1, 2), aTask(2, 1, { assigneeId: me })]
  const { opened } = await openTestSpace({ layout: 'kanban', collections, items: [anItem(1), second], tasks })
  const board = makeBoard(opened.model)
  const read = () => board.getLanes().map(({ title, columns }) => [title, columns.map(({ cards }) => cards.length)])

  expect(read()).toEqual([])
  setLanes('person')
  expect(read()).toEqual([
    ['Ana Lindqvist', [1, 0, 0]],
    ['Ben Okoro', [1, 0, 0]],
    ['Nobody', [1, 0, 0]],
  ])
  // Up and down go through the lanes in order.
  expect(board.getColumns()[0]?.cards.map(({ key }) => key)).toEqual([cell(2, 1), cell(1, 1), cell(1, 2)])
  setLanes('collection')
  expect(read()).toEqual([
    ['SQ010', [2, 0, 0]],
    ['SQ020', [1, 0, 0]],
  ])
})

test('kanban lanes are the values of a field, no value last, and a card dropped into one takes its value', async () => {
  const tasks = [aTask(1, 1), aTask(2, 1), aTask(3, 1)]
  const { opened, studio, space, client } = await show({ items: [anItem(1), anItem(2), anItem(3)], tasks })
  const mood = { name: 'Mood', kind: 'choice', options: ['Storm', 'Calm'] } as const
  const made = await createFields({ studio, fields: [mood] }, client)
  if (!made.ok) throw made.error
  const set = async (item: number, value: string) =>
    await act(async () => {
      const changes = [{ id: anItem(item).id, values: { mood: value } }]
      await changeFields({ of: 'item', within: space, changes }, client)
    })
  await set(1, 'calm')
  await set(2, 'storm')
  const board = makeBoard(opened.model)
  const read = () => board.getLanes().map(({ title, columns }) => [title, columns.map(({ cards }) => cards.length)])

  act(() => setLanes('field:mood'))
  expect(read()).toEqual([
    ['Storm', [1, 0, 0]],
    ['Calm', [1, 0, 0]],
    ['No Mood', [1, 0, 0]],
  ])
  act(() => setLanes('field:gone'))
  expect(read()).toEqual([])

  act(() => setLanes('field:mood'))
  act(() => moveCursor(cell(3, 1)))
  await act(async () => await runCommand('kanban.drop-on', { args: [status(3), 'storm'] }))
  await waitFor(() => expect(space.replica.find('items', anItem(3).id)?.fields).toEqual({ mood: 'storm' }))
  expect(read()).toEqual([
    ['Storm', [1, 0, 1]],
    ['Calm', [1, 0, 0]],
  ])
})

test('kanban lanes are the studio’s kinds in order, removed and no kind last, and a card dropped into one takes its kind', async () => {
  const [vehicle, matte] = ['Vehicle', 'Matte painting'].map((name, position) =>
    newRow('item_kinds', { id: anId('v', position + 1), key: `k${position}`, name, position, itemType: 'asset' }),
  )
  const kindIds = [undefined, anId<ItemKindId>('v', 9), matte?.id, vehicle?.id]
  const items = kindIds.map((kindId, index) => anItem(index + 1, { kindId }))
  const tasks = [aTask(1, 1), aTask(1, 2), aTask(2, 1), aTask(3, 1), aTask(4, 1)]
  const kinds = [vehicle, matte].flatMap((kind) => kind ?? [])
  const { opened, space, studio, client } = await show({ kinds, items, tasks })
  const board = makeBoard(opened.model)
  const read = () => board.getLanes().map(({ title, columns }) => [title, columns.map(({ cards }) => cards.length)])

  await userEvent.click(screen.getByRole('radio', { name: 'Kinds' }))
  expect(read()).toEqual([
    ['Vehicle', [1, 0, 0]],
    ['Matte painting', [1, 0, 0]],
    ['(removed)', [1, 0, 0]],
    ['No kind', [2, 0, 0]],
  ])

  act(() => moveCursor(cell(1, 1)))
  await act(async () => await runCommand('kanban.drop-on', { args: [status(3), anId('v', 1)] }))
  const kindOf = () => {
    const { kindId, itemType } = space.replica.find('items', anItem(1).id) ?? {}
    return [kindId, itemType]
  }
  await waitFor(() => expect(kindOf()).toEqual([vehicle?.id, 'asset']))
  // An item's cards move together; a removed kind cannot be given.
  expect(read()[0]).toEqual(['Vehicle', [2, 0, 1]])
  await act(async () => await runCommand('kanban.drop-on', { args: [status(2), anId('v', 9)] }))
  expect(kindOf()).toEqual([vehicle?.id, 'asset'])
  await act(async () => void (await undoStack.undo()))
  await act(async () => void (await undoStack.undo()))
  await waitFor(() => expect(kindOf()).toEqual([undefined, 'shot']))

  const [first] = studio.getKinds()
  if (first === undefined) throw new Error('no kind')
  await act(async () => void (await editKind({ studio, kind: first, edit: { name: 'Truck' } }, client)))
  expect(read()[0]?.[0]).toBe('Truck')
  // As stored in this browser, or in a saved view.
  act(() => enterSpace(spaceId, 'kanban'))
  expect(spaceViewStore.lanes).toBe('kind')
})

test('kanban lanes can be the values of a task field, which may differ between two cards of an item', async () => {
  const tasks = [
    aTask(1, 1, { fields: { vendor: 'south' } }),
    aTask(1, 2, { fields: { vendor: 'north' } }),
    aTask(2, 1, { fields: { vendor: 'north', checked: true } }),
  ]
  const { opened, studio, space, client, server } = await show({ items: [anItem(1), anItem(2)], tasks })
  const vendor = { name: 'Vendor', kind: 'choice', of: 'task', options: ['North', 'South'] } as const
  const checked = { name: 'Checked', kind: 'checkbox', of: 'task' } as const
  const made = await createFields({ studio, fields: [vendor, checked] }, client)
  if (!made.ok) throw made.error
  const board = makeBoard(opened.model)
  const read = () => board.getLanes().map(({ title, columns }) => [title, columns.map(({ cards }) => cards.length)])

  act(() => setLanes('task:vendor'))
  expect(read()).toEqual([
    ['North', [2, 0, 0]],
    ['South', [1, 0, 0]],
  ])
  expect(screen.getByRole('radio', { name: 'Vendor' })).toBeDefined()
  act(() => setLanes('task:checked'))
  expect(read().map(([title]) => title)).toEqual(['Checked', 'Not Checked'])

  // A card dropped into a lane takes its value; the item's other tasks keep theirs.
  act(() => setLanes('task:vendor'))
  act(() => moveCursor(cell(1, 2)))
  await act(async () => await runCommand('kanban.drop-on', { args: [status(2), 'south'] }))
  await waitFor(() =>
    expect(space.getTasks(anItem(1).id).map(({ fields }) => fields)).toEqual([
      { vendor: 'south' },
      { vendor: 'south' },
    ]),
  )
  expect(read()).toEqual([
    ['North', [1, 0, 0]],
    ['South', [1, 1, 0]],
  ])
  await act(async () => await runCommand('kanban.drop-on', { args: [status(2), '(none)'] }))
  await waitFor(() => expect(server.list('item_tasks').filter(({ fields }) => fields === undefined)).toHaveLength(1))
  expect(read().at(-1)?.[0]).toBe('No Vendor')

  act(() => setFilter([{ field: 'task:vendor', test: 'in', values: ['north'] }]))
  expect(read()).toEqual([['North', [1, 0, 0]]])
})

test('a card is added to a kanban column by button or key, its item with all tasks, and undone in one step', async () => {
  const { space } = await show()
  const titles = () => space.getItems(toId<CollectionId>(aCollection(1).id)).map(({ title }) => title)

  await userEvent.click(screen.getByRole('button', { name: 'New card in In progress' }))
  const form = screen.getByRole('form', { name: 'New card in In progress' })
  await userEvent.selectOptions(within(form).getByLabelText('Stage of the card'), 'Animation')
  await userEvent.type(within(form).getByLabelText('Name of the new item'), 'sh040{Enter}')

  await waitFor(() => expect(titles()).toContain('sh040'))
  const made = space.getItems(aCollection(1).id).find(({ title }) => title === 'sh040')
  const statuses = () => space.getTasks(made?.id ?? toId('')).map(({ statusId }) => statusId)
  await waitFor(() => expect(statuses()).toEqual([status(1), status(2), status(1)]))
  // The next one can be typed at once.
  expect(document.activeElement).toBe(within(form).getByLabelText('Name of the new item'))
  await userEvent.type(within(form).getByLabelText('Name of the new item'), 'SH040{Enter}')
  await waitFor(() => expect(toastStore.toasts.some(({ kind }) => kind === 'error')).toBe(true))

  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('form')).toBeNull()
  await act(async () => void (await undoStack.undo()))
  await waitFor(() => expect(titles()).not.toContain('sh040'))
})

test('a new card of a studio’s own kind offers only the stages of that kind, and carries its name', async () => {
  const animation = anId<StageId>('g', 2)
  const vehicle = newRow('item_kinds', { id: anId('v', 1), key: 'vehicle', name: 'Vehicle', stageIds: [animation] })
  const { space } = await show({ kinds: [vehicle], kindIds: [vehicle.id] })

  await userEvent.click(screen.getByRole('button', { name: 'New card in In progress' }))
  const form = screen.getByRole('form', { name: 'New card in In progress' })
  const name = within(form).getByLabelText<HTMLInputElement>('Name of the new item')
  const stages = within(form).getByLabelText<HTMLSelectElement>('Stage of the card')
  expect([name.placeholder, [...stages.options].map(({ label }) => label)]).toEqual([
    'New vehicle in SQ010',
    ['Animation'],
  ])
  await userEvent.type(name, 'truck{Enter}')

  const find = () => space.getItems(aCollection(1).id).find(({ title }) => title === 'truck')
  await waitFor(() =>
    expect(space.getTasks(find()?.id ?? toId('')).map(({ stageId, statusId }) => [stageId, statusId])).toEqual([
      [animation, status(2)],
    ]),
  )
  expect([find()?.kindId, toastStore.toasts.filter(({ kind }) => kind === 'error')]).toEqual([vehicle.id, []])
})

test('a kanban column’s limit is set at its count, for everybody, and exceeding it warns', async () => {
  const { studio } = await show()

  await userEvent.click(screen.getAllByRole('button', { name: '7' })[0] as HTMLElement)
  await userEvent.keyboard('5{Enter}')

  expect(await screen.findByRole('button', { name: /^7 \/ 5.*2 over the limit/ })).toBeDefined()
  // All statuses are still offered.
  expect(studio.getSpaceStatuses(spaceId).map(({ cardLimit }) => cardLimit)).toEqual([5, undefined, undefined])

  await userEvent.click(screen.getByRole('button', { name: /over the limit/ }))
  await userEvent.keyboard('many{Enter}')
  await waitFor(() => expect(toastStore.toasts.at(-1)?.text).toContain('from 1 to 999'))
  await act(async () => void (await undoStack.undo()))
  await waitFor(() => expect(screen.queryByRole('button', { name: /over the limit/ })).toBeNull())
})

test('cards selected with Shift move to a column and a person together, and are undone in one step', async () => {
  const { space } = await show()
  act(() => setLanes('person'))
  act(() => moveCursor(cell(1, 1)))
  const cards = await screen.findAllByRole('option')
  fireEvent.click(cards[2] as HTMLElement, { shiftKey: true })
  expect([...spaceViewStore.selection.cells]).toEqual([cell(1, 1), cell(1, 2), cell(1, 3)])

  await act(async () => await runCommand('kanban.drop-on', { args: [status(3), ben] }))

  const read = () =>
    [1, 2, 3].map((stage) => {
      const task = space.replica.find('item_tasks', anId<TaskId>('k', 10 + stage))
      return [task?.statusId, task?.assigneeId]
    })
  expect(read()).toEqual([1, 2, 3].map(() => [status(3), ben]))
  await act(async () => void (await undoStack.undo()))
  expect(read()).toEqual([1, 2, 3].map(() => [status(1), undefined]))
})

test('a card’s menu renames its item in place', async () => {
  await show({ items: [anItem(1)], tasks: [aTask(1, 1)] })
  act(() => setSelection({ cells: new Set([cell(1, 1)]), anchor: cell(1, 1) }, cell(1, 1)))

  fireEvent.contextMenu(screen.getByRole('option'))
  await userEvent.click(await screen.findByRole('menuitem', { name: /Rename item/ }))

  expect(await screen.findByRole('textbox', { name: 'Name of sh010' })).toBeDefined()
})

test('a finger that rests on a card drags it to another column; one that moves at once scrolls', async () => {
  const { space } = await show({ items: [anItem(1)], tasks: [aTask(1, 1)] })
  const statusNow = () => space.replica.find('item_tasks', anId<TaskId>('k', 11))?.statusId
  const card = screen.getByRole('option')
  const target = document.querySelector(`[data-status="${status(2)}"]`)
  Object.assign(document, { elementFromPoint: () => target })
  const finger = { pointerType: 'touch', button: 0, buttons: 1 }
  const move = (): void => {
    fireEvent.pointerMove(card, { ...finger, clientX: 60, clientY: 10 })
    fireEvent.pointerUp(card, { ...finger, clientX: 60, clientY: 10 })
  }

  fireEvent.pointerDown(card, { ...finger, clientX: 10, clientY: 10 })
  move()
  expect(statusNow()).toBe(status(1))

  fireEvent.pointerDown(card, { ...finger, clientX: 10, clientY: 10 })
  await waitFor(() => expect(spaceViewStore.selection.cells.has(cell(1, 1))).toBe(true))
  const isStill = !fireEvent.touchMove(card)
  move()

  expect(isStill).toBe(true)
  await waitFor(() => expect(statusNow()).toBe(status(2)))
})

test('a card whose task waits for something cast says so, until that is done', async () => {
  const [shot, asset] = [anId<ItemId>('i', 1), anId<ItemId>('i', 2)]
  const [animation, lighting] = [anId<StageId>('g', 2), anId<StageId>('g', 3)]
  const need = { id: toId<StageNeedId>('need'), stageId: lighting, needsStageId: animation, kindId: undefined }
  const { client, space } = await show({
    needs: [need],
    links: [{ fromItemId: shot, toItemId: asset, kind: 'cast', count: 1, label: '' }],
    tasks: [aTask(1, 3), aTask(2, 2)],
  })
  const card = await screen.findByRole('option', { name: /Waits for Animation of sh020/ })
  expect(card.textContent).toContain('Lighting')

  await act(async () => {
    await setTaskStatus({ on: space, taskIds: [aTask(2, 2).id], statusId: status(3) }, client)
  })

  await waitFor(() => expect(screen.queryByRole('option', { name: /Waits for/ })).toBeNull())
})
