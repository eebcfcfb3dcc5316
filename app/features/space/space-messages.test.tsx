import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runCommand } from '#app/commands/run-command.ts'
import { useRootHotkeys } from '#app/commands/use-root-hotkeys.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { resetUi } from '#app/stores/ui-store.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import { undoSteps } from '#core/change/undo-steps.ts'
import { createFields, deleteFields } from '#core/fields/change-fields.ts'
import { toId, type FieldId, type ItemId, type StageId, type StatusId } from '#core/lib/ids.ts'
import { deleteSpace } from '#core/projects/delete-space.ts'
import { withExpressions, withValues } from '#core/timeline/filter-kinds.ts'
import { SpacePage } from './space-page.tsx'
import { moveCursor, resetSpaceView, setFilter, setSelection, spaceViewStore } from './space-view-store.ts'
import { aCollection, anId, anItem, openTestSpace, spaceId, type SpaceContent } from './test/a-space.ts'

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
  return opened
}

/** Selects cells by the numbers of item and stage. */
function select(...cells: (readonly [item: number, stage: number])[]): void {
  const keys = cells.map(([item, stage]) => toCellKey(anId<ItemId>('i', item), anId<StageId>('g', stage)))
  act(() => setSelection({ cells: new Set(keys), anchor: keys[0] }, keys[0]))
}

const toastTexts = (): readonly string[] => toastStore.toasts.map(({ text }) => text)

beforeEach(() => {
  // Which rows are visible depends on layout, which jsdom does not have.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})

afterEach(() => {
  resetSpaceView()
  resetToasts()
  resetUi()
  localStorage.clear()
})

test('items without a collection are refused in words', async () => {
  await show({ collections: [aCollection(1), aCollection(2)], items: [], tasks: [] })
  await userEvent.keyboard('c')
  await userEvent.type(screen.getByLabelText('Name 1'), 'sh100')

  await userEvent.keyboard('{Control>}{Enter}{/Control}')

  expect(screen.getByRole('alert').textContent).toBe('Please select or create a collection')
})

test.each([
  ['grid', 'Please enter at least one item name'],
  ['illustration', 'Please enter at least one illustration name'],
] as const)('in a space of layout %s a form without a name is refused with: %s', async (layout, words) => {
  await show({ layout, collections: [aCollection(1, { isDefault: layout === 'illustration' })] })
  await userEvent.keyboard('c')

  await userEvent.keyboard('{Control>}{Enter}{/Control}')

  expect(within(screen.getByRole('dialog')).getByRole('alert').textContent).toBe(words)
})

test('cells cannot be filled while the studio has no status', async () => {
  const { studio } = await show()
  vi.spyOn(studio, 'getStatuses').mockReturnValue([])
  select([3, 3])

  await userEvent.keyboard('{Insert}')

  await waitFor(() => expect(toastTexts()).toEqual(['No statuses available. Please create a status first.']))
})

test('an invalid estimate shows the allowed range', async () => {
  await show()
  select([1, 1], [2, 1])
  await act(async () => await runCommand('task.estimate'))

  await userEvent.type(await screen.findByLabelText('Hours per task'), 'ten')

  expect(screen.getByText('Estimated hours must be between 0 and 999.9')).toBeDefined()
})

test('the filter of a space that somebody deleted meanwhile is not saved, and that is told', async () => {
  const { client, studio } = await show()
  await act(async () => void (await deleteSpace({ studio, spaceId }, client)))

  await runCommand('filter.save')

  await waitFor(() => expect(toastTexts()).toEqual(['Unable to save filter: missing user or space information']))
})

test('a disabled task refuses a status with a message', async () => {
  await show()
  select([3, 2])

  await userEvent.keyboard('2')

  await waitFor(() => expect(toastTexts()).toEqual(['This task is disabled, so it has no status.']))
})

test('a condition about a field that is gone hides nothing, and says so', async () => {
  const { studio, client } = await show({ items: [anItem(1)], tasks: [] })
  const id = toId<FieldId>('00000001-0000-4000-8000-000000000009')
  await act(async () => void (await createFields({ studio, fields: [{ id, name: 'Budget', kind: 'number' }] }, client)))
  act(() => setFilter(withExpressions([], ['budget > 100'])))
  await screen.findByRole('button', { name: 'Where: budget > 100. Remove this filter' })
  await waitFor(() => expect(screen.queryByText('sh010')).toBeNull())

  await act(async () => void (await deleteFields({ studio, ids: [id] }, client)))

  const chip = 'Where: budget > 100 (not applied: There is no budget here). Remove this filter'
  expect(await screen.findByRole('button', { name: chip })).toBeDefined()
  expect(await screen.findByText('sh010')).toBeDefined()
})

test('a filter on a deleted status says so, is cleared by key, and works again after undo', async () => {
  const { studio, client } = await show({ items: [anItem(1)] })
  const done = anId<StatusId>('t', 3)
  act(() => setFilter(withValues([], 'status', [done])))
  await screen.findByRole('button', { name: 'Status: DONE. Remove this filter' })
  const deletion = await act(
    async () => await client.mutate(deleteRows, { table: 'task_statuses', keys: [done] }, studio),
  )
  await screen.findByRole('button', { name: 'Status: (removed). Remove this filter' })

  act(() => void runCommand('filter.toggle'))
  const filters = await screen.findByRole('region', { name: 'Filters' })
  const list = within(filters).getByRole('button', { name: 'Statuses (removed)' })
  act(() => list.focus())
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('option', { name: '(removed)', selected: true })).toBeDefined()
  await userEvent.keyboard('{Enter}{Escape}')

  expect(spaceViewStore.filter).toEqual([])
  expect(screen.queryByText('(removed)')).toBeNull()
  expect(await screen.findByText('sh010')).toBeDefined()

  act(() => setFilter(withValues([], 'status', [done])))
  await act(
    async () => void (deletion.ok && deletion.value.undo && (await undoSteps(deletion.value.undo, client.carryOut))),
  )
  expect(await screen.findByRole('button', { name: 'Status: DONE. Remove this filter' })).toBeDefined()
})

test('editing a field that only higher roles can write is refused at the start', async () => {
  const { studio, client } = await show({ items: [anItem(1)], tasks: [] })
  const id = toId<FieldId>('00000001-0000-4000-8000-000000000009')
  const field = { id, name: 'Mood', kind: 'text', writeFloor: 'lead' } as const
  await act(async () => void (await createFields({ studio, fields: [field] }, client)))
  const access = studio.replica.findAccess()
  vi.spyOn(studio.replica, 'findAccess').mockReturnValue(access && { ...access, level: 4 })
  act(() => moveCursor(toCellKey(anId<ItemId>('i', 1), toId<StageId>(id))))

  await act(async () => await runCommand('field.edit', { args: ['s'] }))

  expect(toastTexts()).toEqual(['Mood may only be changed by the role lead and above'])
  expect(spaceViewStore.editing).toBeUndefined()
})

test('input for a field that somebody deletes is reported, and the keys work again', async () => {
  const { studio, client } = await show({ items: [anItem(1)], tasks: [] })
  const id = toId<FieldId>('00000001-0000-4000-8000-000000000009')
  await act(async () => void (await createFields({ studio, fields: [{ id, name: 'Mood', kind: 'text' }] }, client)))
  select([1, 1])
  act(() => moveCursor(toCellKey(anId<ItemId>('i', 1), toId<StageId>(id))))
  await act(async () => await runCommand('field.edit', { args: ['s'] }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Mood of sh010' }), 'torm')

  await act(async () => void (await deleteFields({ studio, ids: [id] }, client)))

  await waitFor(() => expect(toastTexts()).toContain('The field was deleted. “storm” was not saved.'))
  expect(spaceViewStore.editing).toBeUndefined()
})
