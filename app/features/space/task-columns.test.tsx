import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CommandContext } from '#app/commands/define-command.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { useRootHotkeys } from '#app/commands/use-root-hotkeys.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { resetUi } from '#app/stores/ui-store.ts'
import { createFields, type NewField } from '#core/fields/change-fields.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { taskColumnId } from '#core/items/space-columns.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import { toId, type FieldId, type ItemId, type StageId, type TaskId } from '#core/lib/ids.ts'
import { SpacePage } from './space-page.tsx'
import {
  moveCursor,
  readViewState,
  resetSpaceView,
  resetView,
  setFilter,
  setGroup,
  setItemSort,
  setMenuPlace,
  setSelection,
  spaceViewStore,
  toggleField,
  toggleTaskColumns,
} from './space-view-store.ts'
import { aCollection, anId, anItem, aTask, openTestSpace, type SpaceContent } from './test/a-space.ts'

const stage = (number: number) => anId<StageId>('g', number)
const fieldIds = {
  vendor: toId<FieldId>('00000001-0000-4000-8000-000000000001'),
  cost: toId<FieldId>('00000001-0000-4000-8000-000000000002'),
  checked: toId<FieldId>('00000001-0000-4000-8000-000000000003'),
  mood: toId<FieldId>('00000001-0000-4000-8000-000000000004'),
}
type Name = keyof typeof fieldIds
const fields: readonly (NewField & { readonly id: FieldId })[] = [
  { id: fieldIds.vendor, key: 'vendor', name: 'Vendor', kind: 'choice', of: 'task', options: ['North', 'South'] },
  { id: fieldIds.cost, key: 'cost', name: 'Cost', kind: 'number', of: 'task' },
  { id: fieldIds.checked, key: 'checked', name: 'Checked', kind: 'checkbox', of: 'task' },
  { id: fieldIds.mood, key: 'mood', name: 'Mood', kind: 'text' },
]
/** The column of a field beside a stage, or of a field of items. */
const column = (name: Name, number = 2) =>
  name === 'mood' ? toId<StageId>(fieldIds.mood) : taskColumnId(stage(number), fieldIds[name])
const cell = (item: number, name: Name, number = 2) => toCellKey(anId<ItemId>('i', item), column(name, number))
const taskId = (item: number, number = 2) => anId<TaskId>('k', item * 10 + number)

function Keys({ children }: { readonly children: React.ReactNode }) {
  useRootHotkeys()
  return <LayerStackContext value={layerStack}>{children}</LayerStackContext>
}

/** The space with fields, some of them set on the tasks of Animation, the second stage. */
async function show(
  content: SpaceContent = {},
  values: Readonly<Record<number, Readonly<Record<string, FieldValue>>>> = {},
) {
  const tasks = content.tasks ?? [
    ...[1, 2].flatMap((item) => [1, 2, 3].map((number) => aTask(item, number))),
    aTask(3, 1),
    aTask(3, 2, { isDisabled: true }),
  ]
  const withValues = tasks.map((task) => {
    const item = [1, 2, 3, 4].find((number) => task.id === taskId(number))
    return item === undefined ? task : { ...task, fields: values[item] }
  })
  const opened = await openTestSpace({ ...content, tasks: withValues })
  const made = await createFields({ studio: opened.studio, fields }, opened.client)
  if (!made.ok) throw made.error
  render(
    <Keys>
      <SpacePage opened={opened.opened} />
    </Keys>,
  )
  await screen.findByRole('toolbar', { name: 'Space' })
  const valuesOf = (item: number, number = 2) => opened.space.replica.find('item_tasks', taskId(item, number))?.fields
  return { ...opened, valuesOf }
}

function showColumns(...ids: readonly string[]): void {
  act(() => toggleTaskColumns(ids))
}

function select(...keys: readonly string[]): void {
  act(() => setSelection({ cells: new Set(keys), anchor: keys[0] }, keys[0]))
}

const headings = () =>
  screen
    .getAllByRole('columnheader')
    .slice(1)
    .map((heading) => /^(?:Pinned: )?(.+?)(?:\d+ %.*)?$/.exec(heading.querySelector('span')?.textContent ?? '')?.[1])

function cellsOf(title: string): readonly (string | null)[] {
  const row = screen.getByText(title).closest('[role="row"]')
  return within(row as HTMLElement)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent)
}

const order = () => screen.getAllByText(/^sh0\d0$/).map(({ textContent }) => textContent)

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
  Reflect.deleteProperty(navigator, 'clipboard')
})

test('a task field is no column until somebody shows it, and then stands beside its stage', async () => {
  const { model } = await show({}, { 1: { vendor: 'north', cost: 12 }, 3: { vendor: 'south' } })
  expect(headings()).toEqual(['Layout', 'Animation', 'Lighting', 'Mood'])

  await act(async () => await runCommand('field.show', { args: [column('vendor')] }))

  expect(headings()).toEqual(['Layout', 'Animation', 'Animation: Vendor', 'Lighting', 'Mood'])
  expect(cellsOf('sh010')).toEqual(['TODO', 'TODO', 'North', 'TODO', 'Empty'])
  // Without a task there is nothing to hold a value; a disabled task shows as in its own cell.
  expect(cellsOf('sh030')[2]).toBe('- Disabled')
  expect(model.getAllColumns()).toHaveLength(5)

  act(() => toggleField(column('vendor')))
  expect(headings()).toEqual(['Layout', 'Animation', 'Lighting', 'Mood'])
})

test('a task field is shown and hidden for all stages at once', async () => {
  const { model } = await show()
  const page = registry.find('field.show')?.args?.[0]
  const options = await page?.options({} as CommandContext, [], '')
  const whole = options?.find(({ label }) => label === 'Cost of every stage')

  await act(async () => await runCommand('field.show', { args: [whole?.value ?? ''] }))
  expect(headings()).toEqual([
    'Layout',
    'Layout: Cost',
    'Animation',
    'Animation: Cost',
    'Lighting',
    'Lighting: Cost',
    'Mood',
  ])

  // Hidden by its own menu, like any other column.
  act(() => setMenuPlace({ kind: 'column', id: column('cost', 1) }))
  await act(async () => await runCommand('column.hide'))
  expect(headings()).not.toContain('Layout: Cost')
  await act(async () => await runCommand('field.show', { args: [whole?.value ?? ''] }))
  await act(async () => await runCommand('field.show', { args: [whole?.value ?? ''] }))
  expect(model.getColumns()).toHaveLength(4)
})

test('task field columns are kept in this browser and in a saved view, and stay beside a moved stage', async () => {
  await show()
  act(() => moveCursor(toCellKey(anId<ItemId>('i', 1), stage(2))))
  await act(async () => await runCommand('column.move-left', { args: [stage(2)] }))

  showColumns(column('vendor'), column('cost'))

  expect(headings()).toEqual(['Animation', 'Animation: Vendor', 'Animation: Cost', 'Layout', 'Lighting', 'Mood'])
  expect(readViewState().columns.shown).toEqual([column('vendor'), column('cost')].toSorted())
  expect(JSON.stringify(localStorage)).toContain(column('vendor'))
  act(() => resetView())
  expect(headings()).toEqual(['Layout', 'Animation', 'Lighting', 'Mood'])
})

test('a task field’s cell is typed into, ticked, cleared and undone', async () => {
  const { valuesOf, server } = await show({}, { 1: { cost: 12 } })
  showColumns(column('cost'), column('checked'))
  act(() => moveCursor(cell(2, 'cost')))

  await userEvent.keyboard('7')
  await userEvent.keyboard('5{Enter}')
  expect(valuesOf(2)).toEqual({ cost: 75 })

  act(() => moveCursor(cell(2, 'checked')))
  await userEvent.keyboard(' ')
  expect(valuesOf(2)).toEqual({ cost: 75, checked: true })

  select(cell(1, 'cost'), cell(2, 'cost'), cell(2, 'checked'))
  await userEvent.keyboard('{Delete}')
  expect([valuesOf(1), valuesOf(2)]).toEqual([undefined, undefined])
  await waitFor(() => expect(server.list('item_tasks').every((task) => task.fields === undefined)).toBe(true))

  await act(async () => void (await undoStack.undo()))
  expect([valuesOf(1), valuesOf(2)]).toEqual([{ cost: 12 }, { cost: 75, checked: true }])
})

test('nothing is written without an enabled task, and a field says what it accepts', async () => {
  const { valuesOf } = await show()
  showColumns(column('cost'), column('cost', 3))
  act(() => moveCursor(cell(3, 'cost')))
  await userEvent.keyboard('7')
  expect(screen.queryByRole('textbox', { name: 'Animation: Cost of sh030' })).toBeNull()

  act(() => moveCursor(cell(1, 'cost')))
  await userEvent.keyboard('m')
  await userEvent.keyboard('any{Enter}')
  expect(valuesOf(1)).toBeUndefined()
  await screen.findByText('Cost: “many” is not a number.')
})

test('a block of statuses, item fields and task fields is pasted, copied, filled down and undone at once', async () => {
  const { valuesOf, studio, space } = await show()
  showColumns(column('vendor'), column('cost'))
  const status = (item: number) =>
    studio.replica.find('task_statuses', space.replica.find('item_tasks', taskId(item))?.statusId ?? '')?.shortCode
  const mood = (item: number) => space.replica.find('items', anItem(item).id)?.fields
  select(toCellKey(anId<ItemId>('i', 1), stage(2)))

  const text = 'WIP\tsouth\t1,200\tDONE\tcalm\nDONE\tEast\t3\t\tstorm\nWIP\tNorth\t4'
  fireEvent.paste(document.body, { clipboardData: { getData: () => text } })

  await waitFor(() => expect(valuesOf(2)).toEqual({ cost: 3 }))
  await waitFor(() => expect(mood(2)).toEqual({ mood: 'storm' }))
  expect([valuesOf(1), mood(1), status(1), status(2)]).toEqual([
    { vendor: 'south', cost: 1200 },
    { mood: 'calm' },
    'WIP',
    'DONE',
  ])
  const said = toastStore.toasts.map((toast) => toast.text).join(' ')
  expect(said).toContain('Vendor: “East” is not one of its options (North, South).')
  expect(said).toContain('3 cells have no task that can be changed.')

  const written = vi.fn<(text: string) => Promise<void>>(async () => await Promise.resolve())
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: written }, configurable: true })
  select(cell(1, 'vendor'), cell(1, 'cost'), cell(2, 'vendor'), cell(2, 'cost'))
  await act(async () => await runCommand('grid.copy'))
  expect(written).toHaveBeenLastCalledWith('South\t1200\n\t3')

  await userEvent.keyboard('{Control>}d{/Control}')
  expect(valuesOf(2)).toEqual({ vendor: 'south', cost: 1200 })
  await act(async () => void (await undoStack.undo()))
  expect(valuesOf(2)).toEqual({ cost: 3 })

  await waitFor(() => expect(undoStack.canUndo()).toBe(true))
  await act(async () => void (await undoStack.undo()))
  await waitFor(() => expect([valuesOf(1), mood(1), status(1)]).toEqual([undefined, undefined, 'TODO']))
})

test('days are pasted as spreadsheets write them, in the one order that is unambiguous', async () => {
  const { studio, client, space } = await show()
  const made = await createFields({ studio, fields: [{ key: 'due_on', name: 'Due on', kind: 'date' }] }, client)
  if (!made.ok) throw made.error
  const field = studio.getAllFields().find(({ key }) => key === 'due_on')
  act(() => moveCursor(toCellKey(anId<ItemId>('i', 1), toId<StageId>(field?.id ?? ''))))

  fireEvent.paste(document.body, { clipboardData: { getData: () => '3/4/2026\n12/24/2026\n24-Dec-26' } })

  const valueOf = (item: number) => space.replica.find('items', anItem(item).id)?.fields?.['due_on']
  await waitFor(() => expect([1, 2, 3].map(valueOf)).toEqual(['2026-03-04', '2026-12-24', '2026-12-24']))
})

test('items are sorted and grouped by a stage’s task field, those without a value last', async () => {
  const { model } = await show({}, { 1: { vendor: 'south', cost: 5 }, 2: { vendor: 'north', cost: 30 } })

  act(() => setItemSort({ fieldId: column('cost'), isDown: true }))
  expect(order()).toEqual(['sh020', 'sh010', 'sh030'])
  act(() => setItemSort({ fieldId: column('vendor'), isDown: false }))
  expect(order()).toEqual(['sh020', 'sh010', 'sh030'])

  act(() => setGroup(column('vendor')))
  const names = () => model.getLayout().rows.flatMap((row) => (row.kind === 'collection' ? row.collection.name : []))
  expect(names()).toEqual(['North', 'South', 'No vendor'])
  // A group follows changes of a task.
  showColumns(column('vendor'))
  act(() => moveCursor(cell(2, 'vendor')))
  await userEvent.keyboard('{Delete}')
  expect(names()).toEqual(['South', 'No vendor'])
})

test('items are filtered by any task’s field or by one stage’s, negatively too; an item without the task matches neither', async () => {
  const tasks = [aTask(1, 1, { fields: { vendor: 'south' } }), aTask(1, 2), aTask(2, 1), aTask(2, 2), aTask(3, 1)]
  const { model } = await show({ tasks }, { 1: { vendor: 'north' }, 2: { vendor: 'south', cost: 3 } })
  const filter = (field: string, test: string, ...values: string[]) => {
    act(() => setFilter([{ field, test, values }]))
    return model.getLayout().order.itemIds.map((id) => model.space.replica.find('items', id)?.title)
  }

  expect(filter('task:vendor', 'in', 'south')).toEqual(['sh010', 'sh020'])
  expect(filter(`task:vendor@${stage(2)}`, 'in', 'south')).toEqual(['sh020'])
  expect(filter(`task:vendor@${stage(2)}`, 'not-in', 'south')).toEqual(['sh010'])
  expect(filter(`task:cost@${stage(2)}`, 'empty', 'yes')).toEqual(['sh010'])
  expect(filter('task:cost', 'between', '1', '4')).toEqual(['sh020'])
  expect(filter(`task:cost@${stage(9)}`, 'above', '1')).toHaveLength(3)
  expect(screen.getByText(/of a deleted stage: not applied/)).toBeDefined()

  act(() => setFilter([{ field: `task:vendor@${stage(2)}`, test: 'in', values: ['south'] }]))
  expect(screen.getByRole('button', { name: /^Animation: Vendor: is any of South/ })).toBeDefined()
  // About tasks only, so that only the matching cells can be shown.
  act(() => setFilter([{ field: 'task:vendor', test: 'in', values: ['south'] }]))
  await act(async () => await runCommand('filter.only-matching'))
  expect(cellsOf('sh010').slice(0, 2)).toEqual(['TODO', 'Hidden by the filter'])
})

test('totals count only existing tasks, in the heading and per collection', async () => {
  const collections = [aCollection(1), aCollection(2)]
  const items = [anItem(1), anItem(2, { collectionId: aCollection(2).id }), anItem(3)]
  const { model } = await show(
    { collections, items },
    { 1: { cost: 5, checked: true }, 2: { cost: 7 }, 3: { cost: 90 } },
  )
  showColumns(column('cost'), column('checked'), column('cost', 3))

  const total = (text: string) => screen.findAllByRole('note', { name: text })
  // The third one's task is disabled.
  expect(await total('Sum: 12')).toHaveLength(1)
  expect(await total('Sum: 5')).toHaveLength(1)
  expect(await total('Share of those that have one: 50 %')).toHaveLength(1)

  act(() => setMenuPlace({ kind: 'column', id: column('cost') }))
  await act(async () => await runCommand('column.total', { args: ['mean'] }))
  expect(await total('Mean: 6')).toHaveLength(1)
  expect(spaceViewStore.totals.get(column('cost'))).toBe('mean')
  expect(model.getFieldColumns().map(({ name }) => name)).toEqual([
    'Animation: Cost',
    'Animation: Checked',
    'Lighting: Cost',
    'Mood',
  ])
})

test('a field is set for all selected tasks or items, whether its column is shown or not', async () => {
  const { valuesOf, space } = await show({}, { 1: { vendor: 'south' } })
  const moods = () => [1, 2].map((item) => space.replica.find('items', anItem(item).id)?.fields)
  const [ofStage, other] = [toCellKey(anItem(1).id, stage(2)), toCellKey(anItem(2).id, stage(1))]
  // The third item's task is disabled.
  select(ofStage, other, toCellKey(anItem(3).id, stage(2)))

  await act(async () => await runCommand('task.field', { args: [fieldIds.vendor, 'North'] }))
  expect([valuesOf(1), valuesOf(2, 1), valuesOf(2), valuesOf(3)]).toEqual([
    { vendor: 'north' },
    { vendor: 'north' },
    undefined,
    undefined,
  ])
  expect(toastStore.toasts.map(({ text }) => text)).toContain('2 fields changed')
  await act(async () => await runCommand('task.field', { args: [fieldIds.cost, 'many'] }))
  expect(toastStore.toasts.map(({ text }) => text)).toContain('Cost: “many” is not a number.')
  await act(async () => await runCommand('task.field', { args: [fieldIds.mood, 'calm'] }))
  expect(moods()).toEqual([{ mood: 'calm' }, { mood: 'calm' }])

  await act(async () => void (await undoStack.undo()))
  await act(async () => void (await undoStack.undo()))
  expect([valuesOf(1), valuesOf(2, 1), ...moods()]).toEqual([{ vendor: 'south' }, undefined, undefined, undefined])
  select(ofStage)
  await act(async () => await runCommand('task.field', { args: [fieldIds.vendor, ''] }))
  expect(valuesOf(1)).toBeUndefined()
})

test('undo keeps what somebody else has set since', async () => {
  const { valuesOf, server, space, client } = await show({}, { 1: { cost: 12 } })
  showColumns(column('cost'))
  act(() => moveCursor(cell(1, 'cost')))
  await userEvent.keyboard('5{Enter}')
  await waitFor(() => expect(server.list('item_tasks').find(({ id }) => id === taskId(1))?.fields).toEqual({ cost: 5 }))

  server.seed('item_tasks', [aTask(1, 2, { fields: { cost: 99 } })], `space:${space.spaceId}`)
  await act(async () => await client.openSpace({ studioId: space.studioId, spaceId: space.spaceId }))
  await waitFor(() => expect(valuesOf(1)).toEqual({ cost: 99 }))
  await act(async () => void (await undoStack.undo()))
  expect(valuesOf(1)).toEqual({ cost: 99 })
})
