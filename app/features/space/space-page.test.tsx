import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { runCommand } from '#app/commands/run-command.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { useRootHotkeys } from '#app/commands/use-root-hotkeys.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { resetClient, setStudio } from '#app/stores/client-store.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { resetUi, uiStore } from '#app/stores/ui-store.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import { AppError } from '#core/lib/errors.ts'
import {
  toId,
  type ItemId,
  type ItemKindId,
  type OperationId,
  type StageId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { newRow } from '#core/schema/tables.ts'
import { withExpressions } from '#core/timeline/filter-kinds.ts'
import { err, ok } from '#core/lib/result.ts'
import { SpacePage } from './space-page.tsx'
import { moveCursor, resetSpaceView, setFilter, setSelection, spaceViewStore } from './space-view-store.ts'
import { aCollection, anId, me, openTestSpace, spaceId, type SpaceContent } from './test/a-space.ts'

const cell = (item: number, stage: number) => toCellKey(anId<ItemId>('i', item), anId<StageId>('g', stage))
const taskId = (item: number, stage: number) => anId<TaskId>('k', item * 10 + stage)

function Keys({ children }: { readonly children: React.ReactNode }) {
  useRootHotkeys()
  return <LayerStackContext value={layerStack}>{children}</LayerStackContext>
}

async function show(content: SpaceContent = {}) {
  const opened = await openTestSpace(content)
  render(
    <Keys>
      <SpacePage opened={opened.opened} />
    </Keys>,
  )
  // The toolbar appears once the rows are painted.
  await screen.findByRole('toolbar', { name: 'Space' })
  const press = async (keys: string) => {
    await userEvent.keyboard(keys)
  }
  const statusOf = (item: number, stage: number) =>
    opened.studio.replica.find(
      'task_statuses',
      opened.space.replica.find('item_tasks', taskId(item, stage))?.statusId ?? '',
    )?.shortCode
  return { ...opened, press, statusOf }
}

function select(...keys: string[]): void {
  act(() => setSelection({ cells: new Set(keys), anchor: keys[0] }, keys[0]))
}

beforeEach(() => {
  // Which rows are visible depends on layout, which jsdom does not have.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})

afterEach(() => {
  resetSpaceView()
  resetToasts()
  resetUi()
  undoStack.clear()
  localStorage.clear()
})

test('the space is a grid with its rows, columns and each cell’s content', async () => {
  await show()

  const grid = screen.getByRole('grid', { name: 'Episode 2' })
  expect(grid.getAttribute('aria-rowcount')).toBe('5')
  expect(grid.getAttribute('aria-colcount')).toBe('4')
  expect(screen.getAllByRole('columnheader').map((header) => header.textContent)).toEqual([
    expect.stringContaining('Item'),
    expect.stringContaining('Layout'),
    expect.stringContaining('Animation'),
    expect.stringContaining('Lighting'),
  ])
  const row = screen.getByText('sh030').closest('[role="row"]')
  const cells = within(row as HTMLElement).getAllByRole('gridcell')
  expect(cells.map((each) => each.textContent)).toEqual(['TODO', '- Disabled', 'No task'])
})

test('a digit sets the n-th status of every selected task, and undo reverts it as one step', async () => {
  const { press, statusOf, server } = await show()
  select(cell(1, 1), cell(1, 2), cell(2, 1), cell(3, 2), cell(3, 3))

  await press('2')

  expect([statusOf(1, 1), statusOf(1, 2), statusOf(2, 1), statusOf(2, 2)]).toEqual(['WIP', 'WIP', 'WIP', 'TODO'])
  // The disabled task keeps its status.
  expect(statusOf(3, 2)).toBe('TODO')
  await waitFor(() => expect(server.getCommits()).toHaveLength(1))

  await act(async () => void (await undoStack.undo()))
  expect(statusOf(1, 1)).toBe('TODO')
  await act(async () => void (await undoStack.redo()))
  expect(statusOf(2, 1)).toBe('WIP')
})

test('moves with arrows and letters, and selects a rectangle with Shift', async () => {
  const { press } = await show()
  act(() => moveCursor(cell(1, 1)))

  await press('{ArrowDown}l')
  expect(spaceViewStore.cursor).toBe(cell(2, 2))

  await press('{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
  expect([...spaceViewStore.selection.cells].toSorted()).toEqual(
    [cell(2, 2), cell(2, 3), cell(3, 2), cell(3, 3)].toSorted(),
  )

  await press('{Escape}')
  expect(spaceViewStore.selection.cells.size).toBe(0)
})

test('F focuses the field that filters by name; Esc clears it and returns to the cell', async () => {
  const { press } = await show()
  act(() => moveCursor(cell(1, 1)))

  await press('f')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Filter items by name' }))
  await press('sh030')
  expect(screen.queryByText('sh010')).toBeNull()
  expect(screen.getByText('sh030')).toBeDefined()

  await press('{Escape}')
  expect(await screen.findByText('sh010')).toBeDefined()
  const row = () => document.activeElement?.closest('[role="row"]')?.getAttribute('data-item')
  await waitFor(() => expect(row()).toBe(anId('i', 1)))
})

test('marks and focuses the cell of the cursor without rendering anything', async () => {
  const { press, opened } = await show()
  act(() => moveCursor(cell(1, 1)))
  const focused = () => document.activeElement?.closest('[role="row"]')?.getAttribute('data-item')
  expect(focused()).toBe(anId('i', 1))
  let news = 0
  const stop = opened.model.subscribe(() => (news += 1))

  await press('{ArrowDown}{ArrowRight}')

  expect(news).toBe(0)
  expect(focused()).toBe(anId('i', 2))
  const marked = screen.getAllByRole('gridcell').filter((each) => each.tabIndex === 0)
  expect(marked.map((each) => [each.dataset['column'], each === document.activeElement])).toEqual([['1', true]])
  stop()
})

test('counts the selected tasks and empty cells, and again when one of them changes', async () => {
  const { server } = await show()
  select(cell(1, 1), cell(3, 1), cell(3, 2), cell(3, 3))

  const bar = screen.getByRole('toolbar', { name: 'Selected tasks' })
  expect(within(bar).getByText('2 tasks')).toBeDefined()
  await userEvent.click(within(bar).getByRole('button', { name: /Fill empty/ }))

  expect(await within(bar).findByText('3 tasks')).toBeDefined()
  await waitFor(() => expect(server.getCommits()).toHaveLength(1))
})

test('repeats the last change on another selection', async () => {
  const { press, statusOf } = await show()
  select(cell(1, 1))
  await press('3')

  select(cell(2, 1))
  fireEvent.keyDown(document.body, { key: '>', code: 'Period', shiftKey: true })

  await waitFor(() => expect(statusOf(2, 1)).toBe('DONE'))
})

test('leaves hidden cells alone', async () => {
  const { press, statusOf } = await show()
  select(cell(1, 1), cell(2, 1))
  await userEvent.type(screen.getByLabelText('Filter items by name'), 'sh010')
  act(() => (document.activeElement as HTMLElement).blur())

  await press('2')

  expect([statusOf(1, 1), statusOf(2, 1)]).toEqual(['WIP', 'TODO'])
})

test('a key assigns the person themselves', async () => {
  const { press, space } = await show()
  select(cell(1, 1))

  await press('i')

  expect(space.replica.find('item_tasks', taskId(1, 1))?.assigneeId).toBe(me)
})

test('asks before deleting tasks, in the words of the specification', async () => {
  const { press, space } = await show()
  select(cell(1, 1), cell(1, 2), cell(3, 3))

  await press('{Delete}')

  expect(screen.getByRole('alertdialog').textContent).toContain('Are you sure you want to delete 2 tasks?')
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(space.replica.find('item_tasks', taskId(1, 1))).toBeUndefined())
  expect(space.replica.find('item_tasks', taskId(2, 1))).toBeDefined()
})

test('fills empty cells with the first status of the catalogue', async () => {
  const { press, space } = await show()
  select(cell(3, 3))

  await press('{Insert}')

  await waitFor(() => expect(space.findTask(anId('i', 3), anId('g', 3))?.statusId).toBe(anId('t', 1)))
})

test('saves an estimate typed with a comma, and ignores anything but a number', async () => {
  const { press, space } = await show()
  act(() => moveCursor(cell(1, 1)))
  await press('{Shift>}H{/Shift}')

  await press('4')
  await userEvent.keyboard(',25{Enter}')
  await waitFor(() => expect(space.findEstimatedHours(taskId(1, 1))).toBe(4.3))

  await press('t')
  await userEvent.keyboard('soon{Enter}')
  expect(space.findEstimatedHours(taskId(1, 1))).toBe(4.3)
})

test('shows time statistics or estimates, never both', async () => {
  const { press } = await show()

  await press('{Shift>}G{/Shift}')
  expect(spaceViewStore.view).toBe('time')
  await press('{Shift>}H{/Shift}')
  expect(spaceViewStore.view).toBe('estimates')
  await press('{Shift>}H{/Shift}')
  expect(spaceViewStore.view).toBe('status')
})

test('renames with Enter, restores the old name with Esc, and ignores a blank name', async () => {
  const { space } = await show()
  act(() => moveCursor(cell(1, 1)))
  const rename = async (text: string) => {
    await act(async () => await runCommand('item.rename'))
    await userEvent.keyboard(text)
  }
  const title = () => space.replica.find('items', anId('i', 1))?.title

  await rename('other{Escape}')
  expect(title()).toBe('sh010')
  await rename('   {Enter}')
  expect(title()).toBe('sh010')
  await rename('sh015{Enter}')
  await waitFor(() => expect(title()).toBe('sh015'))
})

test('moves an item by keyboard: pick up, shift, drop', async () => {
  const { press, space } = await show()
  act(() => moveCursor(cell(1, 1)))

  await press('m{ArrowDown}{ArrowDown}{Enter}')

  const titles = () => space.getItems(aCollection(1).id).map(({ title }) => title)
  await waitFor(() => expect(titles()).toEqual(['sh020', 'sh010', 'sh030']))
})

test('Esc cancels a move', async () => {
  const { press, server } = await show()
  act(() => moveCursor(cell(1, 1)))

  await press('m{ArrowDown}{Escape}')

  expect(spaceViewStore.moving).toBeUndefined()
  expect(server.getCommits()).toHaveLength(0)
})

test('pastes short codes from a spreadsheet and says what it could not read', async () => {
  const { statusOf } = await show()
  select(cell(1, 1))

  fireEvent.paste(document.body, { clipboardData: { getData: () => 'wip\tDone\nnonsense\tWIP\n' } })

  await waitFor(() => expect([statusOf(1, 1), statusOf(1, 2), statusOf(2, 2)]).toEqual(['WIP', 'DONE', 'WIP']))
  expect(statusOf(2, 1)).toBe('TODO')
  expect(toastStore.toasts.map(({ text }) => text)).toContain(
    '“nonsense”: not a status, date, hours or person of this space. Left unchanged.',
  )
})

test('pastes days, hours and people as well, all undone in one step', async () => {
  const { space, statusOf } = await show()
  select(cell(1, 1))
  const task = (item: number, stage: number) => space.replica.find('item_tasks', taskId(item, stage))

  fireEvent.paste(document.body, {
    clipboardData: { getData: () => '2026-12-24\t4,5\tana lindqvist\n24.12.2026\tWIP\t03/04/2026' },
  })

  await waitFor(() => expect(statusOf(2, 2)).toBe('WIP'))
  await waitFor(() => expect(task(1, 3)?.assigneeId).toBe(me))
  expect([task(1, 1)?.dueDate, task(2, 1)?.dueDate, task(2, 3)?.dueDate]).toEqual([
    '2026-12-24',
    '2026-12-24',
    undefined,
  ])
  expect(space.findEstimatedHours(taskId(1, 2))).toBe(4.5)

  await waitFor(() => expect(undoStack.canUndo()).toBe(true))
  await undoStack.undo()
  await waitFor(() =>
    expect([statusOf(2, 2), task(1, 1)?.dueDate, task(1, 3)?.assigneeId]).toEqual(['TODO', undefined, undefined]),
  )
  expect(space.findEstimatedHours(taskId(1, 2))).toBeUndefined()
})

test('says which pasted cells had no task or no place', async () => {
  await show()
  select(cell(3, 2))

  fireEvent.paste(document.body, { clipboardData: { getData: () => 'WIP\tWIP\nDONE\tDONE' } })

  await waitFor(() =>
    expect(toastStore.toasts.map(({ text }) => text)).toContain(
      '2 cells have no task that can be changed. 2 cells extend past the grid. Left unchanged.',
    ),
  )
})

test('shows who else is here and on which cell, and tells them where this person is', async () => {
  const { server, press } = await show()
  const other = anId<UserId>('u', 2)
  const seen: unknown[] = []
  const channel = server
    .connect(other)
    .live.joinSpace(spaceId, { userId: other, onOthers: (others) => seen.push(others) })

  act(() => channel.show(cell(2, 2)))

  await waitFor(() => expect(document.querySelector(`[data-presence="${cell(2, 2)}"]`)?.textContent).toBe('Ben Okoro'))
  expect(screen.getByRole('group', { name: 'Also in this space' }).textContent).toContain(
    'Ben Okoro on sh020 Animation',
  )

  await press('{ArrowDown}')
  await waitFor(() => expect(seen.at(-1)).toEqual([{ userId: me, cellKey: cell(1, 1) }]))
  act(() => channel.leave())
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Also in this space' })).toBeNull())
})

test('peeking follows the cursor, and Esc closes it before clearing the selection', async () => {
  const { press } = await show()
  select(cell(1, 1))

  await press(' ')
  const peek = screen.getByRole('complementary', { name: 'Peek' })
  expect(peek.textContent).toContain('sh010SQ010 / LayoutStatusTODO')
  await press('{ArrowRight}')
  expect(peek.textContent).toContain('SQ010 / Animation')
  act(() => setSelection({ cells: new Set([cell(1, 1)]), anchor: cell(1, 1) }, cell(1, 1)))
  await press('{Escape}')
  expect(spaceViewStore.selection.cells.size).toBe(1)
  // As the shell does on Esc.
  act(() => void layerStack.closeTop())
  expect(screen.queryByRole('complementary', { name: 'Peek' })).toBeNull()
  expect(spaceViewStore.selection.cells.size).toBe(1)
})

test('keeps the create form’s input until items are created, and holds back a new app version', async () => {
  const { press } = await show()
  await press('c')
  await userEvent.type(screen.getByLabelText('Name 1'), 'sh040')
  expect(uiStore.unsavedForms).toBe(1)

  await press('{Escape}')
  expect(uiStore.unsavedForms).toBe(0)
  await press('c')

  expect(screen.getByLabelText<HTMLInputElement>('Name 1').value).toBe('sh040')
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await press('c')
  expect(screen.getByLabelText<HTMLInputElement>('Name 1').value).toBe('')
})

test('refuses a name that its collection has, and offers those that are like it', async () => {
  const { press, space } = await show()
  await press('c')
  await userEvent.type(screen.getByLabelText('Name 1'), 'sh0')
  expect(screen.getByText('Similar: sh010, sh020, sh030')).toBeDefined()

  await userEvent.type(screen.getByLabelText('Name 1'), '10')
  await press('{Control>}{Enter}{/Control}')

  expect(screen.getByRole('alert').textContent).toBe('This item already exists')
  expect(space.replica.getRows('items').size).toBe(3)
})

test('reports a refused change in the words of the specification', async () => {
  const { client, press, statusOf } = await show()
  select(cell(1, 1))
  const error = new AppError('permission-denied', messages['permission-denied'])
  const done = { id: toId<OperationId>('operation'), answered: Promise.resolve(err(error)), conflictCount: 0 }
  vi.spyOn(client, 'mutate').mockResolvedValue(ok({ ...done, changedCount: 1 }))

  await press('2')

  await waitFor(() => expect(toastStore.toasts[0]?.text).toBe('Error updating status. Please try again.'))
  expect(toastStore.toasts[0]?.suggestion).toBe(messages['permission-denied'])
  expect(toastStore.toasts[0]?.action?.label).toBe('Retry')
  expect(statusOf(1, 1)).toBe('TODO')
})

test('an empty space says how to begin, and a filter without matches how to go on', async () => {
  await show({ collections: [], items: [], tasks: [] })

  expect(screen.getByRole('heading', { name: 'No Collections Yet' })).toBeDefined()
  expect(screen.getByText('Get started by creating your first collection and items.')).toBeDefined()
})

test('an illustration space without illustrations asks for no collection', async () => {
  await show({ layout: 'illustration', collections: [], items: [], tasks: [] })

  expect(screen.getByRole('heading', { name: 'No Illustrations Yet' })).toBeDefined()
  expect(screen.getByText('Get started by creating your first illustrations.')).toBeDefined()
  expect(screen.queryByText(/collection/i)).toBeNull()
})

test('a key that the role does not allow says so once and does nothing; no other key says anything', async () => {
  const { studio, press, statusOf } = await show()
  vi.spyOn(studio, 'can').mockReturnValue(false)
  setStudio(studio)
  onTestFinished(resetClient)
  const before = statusOf(1, 1)
  select(cell(1, 1))

  await press('2')
  await press('{Delete}')
  await press('2')

  expect(statusOf(1, 1)).toBe(before)
  expect(toastStore.toasts.map(({ text }) => text).toSorted()).toEqual([
    'Your role may not change tasks and items',
    'Your role may not delete this',
  ])
  act(resetToasts)
  await press('j')
  expect(toastStore.toasts).toEqual([])
  await press('{Shift>}r{/Shift}')
  expect(toastStore.toasts.map(({ text }) => text)).toEqual(['Your role may not change tasks and items'])
})

test.each(['grid', 'kanban'] as const)('cells are picked one by one by key, in the %s', async (layout) => {
  const { press } = await show({ layout })
  act(() => moveCursor(cell(1, 1)))

  await press('xj')
  const before = spaceViewStore.cursor
  await press('x')

  expect(before).not.toBe(cell(1, 1))
  expect([...spaceViewStore.selection.cells]).toHaveLength(2)
  expect(spaceViewStore.selection.cells.has(cell(1, 1))).toBe(true)
  await press('x')
  expect([...spaceViewStore.selection.cells]).toEqual([cell(1, 1)])
  await press('{Escape}j')
  expect(spaceViewStore.selection.cells.size).toBe(0)
})

test('dragging a card that the role may not move says so; a click says nothing', async () => {
  const { studio } = await show({ layout: 'kanban' })
  vi.spyOn(studio, 'can').mockReturnValue(false)
  const [card] = screen.getAllByRole('option')
  if (card === undefined) throw new Error('There is a card')
  const press = { pointerId: 1, pointerType: 'mouse', button: 0, buttons: 1 }

  fireEvent.pointerDown(card, { ...press, clientX: 10, clientY: 10 })
  fireEvent.pointerMove(card, { ...press, clientX: 12, clientY: 10 })
  fireEvent.pointerUp(card, press)
  expect(toastStore.toasts).toEqual([])

  fireEvent.pointerDown(card, { ...press, clientX: 10, clientY: 10 })
  fireEvent.pointerMove(card, { ...press, clientX: 60, clientY: 10 })
  expect(toastStore.toasts.map(({ text }) => text)).toEqual(['Your role may not change tasks and items'])
})

test('a kanban column shows its status once where the code is the name', async () => {
  await show({ layout: 'kanban' })

  const wordsOver = (name: string) =>
    [...(screen.getByRole('region', { name }).querySelector('header')?.children ?? [])].map((word) => word.textContent)
  // The pill has its full name for screen readers.
  expect(wordsOver('Done')).toEqual(['DONE Done', '0', ''])
  expect(wordsOver('In progress').slice(0, 2)).toEqual(['WIP In progress', 'In progress'])
})

test('says when nothing matches the filter', async () => {
  await show()

  await userEvent.type(screen.getByLabelText('Filter items by name'), 'nothing like it')

  expect(screen.getByRole('heading', { name: 'No items match the current filters' })).toBeDefined()
  expect(screen.getByText('Try adjusting your filters to see more results.')).toBeDefined()
})

test('where nothing matches, a condition with an unknown name says so', async () => {
  const vehicle = newRow('item_kinds', { id: toId<ItemKindId>('vehicle'), key: 'vehicle', name: 'Vehicle' })
  await show({ kinds: [vehicle] })

  act(() => setFilter(withExpressions([], ['kind == "Vehcle"'])))

  expect(
    await screen.findByText(
      'There is no kind "Vehcle": did you mean "Vehicle"? Try adjusting your filters to see more results.',
    ),
  ).toBeDefined()
})

test('creates items from the form, which requires names and a collection', async () => {
  const { press, space } = await show({ collections: [aCollection(1), aCollection(2)] })

  await press('c')
  const form = screen.getByRole('dialog', { name: 'Create Shot' })
  const submit = within(form).getByRole('button', { name: 'Create' })
  expect((submit as HTMLButtonElement).disabled).toBe(true)

  await userEvent.click(within(form).getByRole('button', { name: 'Collection' }))
  await userEvent.click(screen.getByRole('option', { name: 'SQ020' }))
  await userEvent.type(within(form).getByLabelText('Name 1'), ' sh100 {Enter}sh110')
  await userEvent.keyboard('{Control>}{Enter}{/Control}')

  await waitFor(() => expect(space.getItems(aCollection(2).id).map(({ title }) => title)).toEqual(['sh100', 'sh110']))
  const created = space.getItems(aCollection(2).id)[0]
  expect(created === undefined ? 0 : space.getTasks(created.id).length).toBe(3)
})

test('the create form needs no collection for an illustration', async () => {
  const { press } = await show({ layout: 'illustration', collections: [aCollection(1, { isDefault: true })] })

  await press('c')

  const form = screen.getByRole('dialog', { name: 'Create Illustration' })
  expect(within(form).queryByRole('button', { name: 'Collection' })).toBeNull()
  await userEvent.type(within(form).getByLabelText('Name 1'), 'Poster')
  expect((within(form).getByRole('button', { name: 'Create' }) as HTMLButtonElement).disabled).toBe(false)
})

test('moves a card to the neighbouring status on the kanban', async () => {
  const { press, statusOf } = await show({ layout: 'kanban' })
  act(() => moveCursor(cell(1, 1)))

  await press('{Shift>}L{/Shift}')

  await waitFor(() => expect(statusOf(1, 1)).toBe('WIP'))
})

test('takes a card to any kanban column by keyboard, and back with Esc', async () => {
  const { press, statusOf, server } = await show({ layout: 'kanban' })
  act(() => moveCursor(cell(1, 1)))

  await press('m{ArrowRight}')
  expect(await screen.findByText('1 task over In progress. Enter drops, Esc cancels.')).toBeDefined()
  await press('{Escape}')
  expect(spaceViewStore.heldOver).toBeUndefined()
  expect(server.getCommits()).toHaveLength(0)

  await press('ml{ArrowRight}{ArrowRight}{Enter}')
  await waitFor(() => expect(statusOf(1, 1)).toBe('DONE'))
  expect(server.getCommits()).toHaveLength(1)
})
