import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useRootHotkeys } from '#app/commands/use-root-hotkeys.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { resetUi } from '#app/stores/ui-store.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import type { ItemId, StageId, StatusId } from '#core/lib/ids.ts'
import { SpacePage } from '../space-page.tsx'
import { moveCursor, resetSpaceView, spaceViewStore } from '../space-view-store.ts'
import { anId, aTask, openTestSpace, type SpaceContent } from '../test/a-space.ts'

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
  await screen.findByRole('toolbar', { name: 'Space' })
  return opened
}

const cellOf = (title: string, column: number): HTMLElement => {
  const row = screen.getByText(title).closest('[role="row"]')
  return within(row as HTMLElement).getAllByRole('gridcell')[column] as HTMLElement
}
const columns = () =>
  screen.getAllByRole('columnheader').map((header) => header.querySelector('span')?.firstChild?.textContent)

/** Opens an element's context menu and returns the labels of its entries. */
async function openOn(element: HTMLElement, name: string): Promise<readonly string[]> {
  fireEvent.contextMenu(element, { clientX: 10, clientY: 10 })
  const menu = await screen.findByRole('menu', { name })
  // The pressed cell has the cursor by now: its focus must not close the menu that has just opened.
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(menu.isConnected).toBe(true)
  return within(menu)
    .getAllByRole('menuitem')
    .map((item) => item.textContent)
}

beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(800)
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200)
})

afterEach(() => {
  resetSpaceView()
  resetUi()
  localStorage.clear()
})

test('a right click opens the menu of a cell, with keys, which can delete an item', async () => {
  await show()

  const items = await openOn(cellOf('sh020', 1), 'Tasks')

  expect(items).toEqual(expect.arrayContaining(['Open the task↵', 'Set status…S', 'Delete item…Ctrl+Del']))
  expect(spaceViewStore.cursor).toBe(toCellKey(anId<ItemId>('i', 2), anId<StageId>('g', 2)))
  await userEvent.click(screen.getByRole('menuitem', { name: /Delete item/ }))
  expect(await screen.findByRole('alertdialog')).toBeDefined()
})

test('a column has a menu of its own, by right click, button and key; it sorts, hides and shows', async () => {
  const done = aTask(1, 2, { statusId: anId<StatusId>('t', 3) })
  const tasks = [done, aTask(2, 2), aTask(3, 2, { statusId: anId<StatusId>('t', 2) })]
  await show({ tasks })
  const order = () => screen.getAllByText(/^sh0/).map((name) => name.textContent)

  const heading = screen.getByRole('columnheader', { name: /Animation/ })
  expect(await openOn(heading, 'Animation')).toEqual(
    expect.arrayContaining(['Set status…S', 'Sort ascending by this column', 'Hide the column']),
  )
  await userEvent.click(screen.getByRole('menuitem', { name: 'Sort ascending by this column' }))
  expect(order()).toEqual(['sh020', 'sh030', 'sh010'])
  expect(heading.getAttribute('aria-sort')).toBe('ascending')

  await userEvent.click(within(heading).getByRole('button', { name: 'Column Animation' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Hide the column' }))
  await waitFor(() => expect(columns()).not.toContain('Animation'))

  act(() => moveCursor(toCellKey(anId<ItemId>('i', 1), anId<StageId>('g', 1))))
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
  await screen.findByRole('menu', { name: 'Layout' })
  await userEvent.click(screen.getByRole('menuitem', { name: 'Show all columns' }))
  await waitFor(() => expect(columns()).toContain('Animation'))
})

test('a collection’s heading has commands of its own, which act on it alone while its menu is open', async () => {
  await show()

  expect(await openOn(screen.getByText('SQ010'), 'SQ010')).toEqual(
    expect.arrayContaining([expect.stringContaining('Rename collection'), 'Delete collection…']),
  )
  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  expect(spaceViewStore.menuPlace).toBeUndefined()
})
