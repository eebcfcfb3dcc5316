import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Command } from '#app/commands/define-command.ts'
import { paletteSources, type PaletteResult } from '#app/commands/palette-source.ts'
import { resetRecents } from '#app/commands/recents.ts'
import { registry } from '#app/commands/registry.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { resetKeys } from '#app/stores/key-store.ts'
import { resetToasts } from '#app/stores/toast-store.ts'
import { resetUi, setSelectionLabel, uiStore } from '#app/stores/ui-store.ts'
import { Layers } from './layers.tsx'

beforeAll(async () => {
  // These tests are not about waiting for code to load.
  await Promise.all([import('./palette/palette.tsx'), import('./shortcut-sheet.tsx')])
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      unobserve(): void {}
      disconnect(): void {}
    },
  )
  Element.prototype.scrollIntoView = () => undefined
})
beforeEach(() => {
  resetUi()
  resetKeys()
  resetToasts()
  resetRecents()
  history.replaceState(undefined, '', '/')
})
afterEach(cleanup)

function open(commands: readonly Partial<Command>[] = []) {
  const full = commands.map((command, index): Command => {
    return { id: `test.c${index}`, title: 'Test', group: 'Test', scope: 'global', run: () => undefined, ...command }
  })
  onTestFinished(registry.register(full))
  render(
    <LayerStackContext value={layerStack}>
      <input aria-label="Field" />
      <Layers />
    </LayerStackContext>,
  )
  return userEvent.setup()
}

const options = (): readonly (string | null)[] => screen.getAllByRole('option').map((option) => option.textContent)

test('the same key opens and closes the palette, and focus returns', async () => {
  const user = open()
  await user.click(screen.getByLabelText('Field'))

  await user.keyboard('{Control>}k{/Control}')
  const field = await screen.findByRole('combobox')
  await vi.waitFor(() => expect(document.activeElement).toBe(field), 30_000)
  await user.keyboard('{Control>}k{/Control}')

  expect(screen.queryByRole('dialog')).toBeNull()
  await vi.waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Field')), 30_000)
})

test('a palette command that moves the focus keeps it there', async () => {
  const user = open([{ title: 'Write a comment', run: () => screen.getByLabelText('Comment').focus() }])
  render(<input aria-label="Comment" />)
  await user.click(screen.getByLabelText('Field'))
  await user.keyboard('{Control>}k{/Control}')
  await screen.findByRole('combobox')

  await user.keyboard('write{Enter}')
  // The palette restores focus shortly after it closes.
  await act(async () => await new Promise((resolve) => setTimeout(resolve, 20)))

  expect(screen.queryByRole('combobox')).toBeNull()
  expect(document.activeElement).toBe(screen.getByLabelText('Comment'))
})

test('text typed before the palette has the focus starts its query and runs nothing', async () => {
  const run = vi.fn<Command['run']>()
  open([{ title: 'Extra', keys: ['x'], run }])
  const press = (key: string, init: KeyboardEventInit = {}): void => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
    act(() => void document.body.dispatchEvent(event))
  }

  press('k', { ctrlKey: true, code: 'KeyK' })
  await act(async () => undefined)
  const field = screen.queryByRole<HTMLInputElement>('combobox')
  if (field !== null) act(() => field.blur())
  for (const key of ['>', 'x', 'y', 'Backspace']) press(key)
  const there = await screen.findByRole<HTMLInputElement>('combobox')
  act(() => there.focus())

  await vi.waitFor(() => expect(there.value).toBe('x'), 30_000)
  expect(screen.getByText('Commands')).toBeTruthy()
  expect(run).not.toHaveBeenCalled()
})

test('Enter typed before the palette has the focus picks the first row once it does', async () => {
  const run = vi.fn<Command['run']>()
  open([{ title: 'Extra light', keys: ['x'], run }])
  const press = (key: string, init: KeyboardEventInit = {}): void => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
    act(() => void document.body.dispatchEvent(event))
  }

  press('k', { ctrlKey: true, code: 'KeyK' })
  await act(async () => undefined)
  const field = screen.queryByRole<HTMLInputElement>('combobox')
  if (field !== null) act(() => field.blur())
  for (const key of ['>', 'e', 'x', 't', 'r', 'Enter', 'x']) press(key)
  expect(run).not.toHaveBeenCalled()
  act(() => screen.queryByRole('combobox')?.focus())

  await vi.waitFor(() => expect(run).toHaveBeenCalledOnce(), 30_000)
  await vi.waitFor(() => expect(screen.queryByRole('combobox')).toBeNull(), 30_000)
})

test('a started sequence shows what can follow, then runs', async () => {
  const run = vi.fn<Command['run']>()
  const user = open([{ title: 'Somewhere', keys: ['g w'], run }])

  await user.keyboard('g')
  expect((await screen.findByText('Somewhere')).closest('output')).toBeTruthy()
  await user.keyboard('w')

  expect(run).toHaveBeenCalledOnce()
  expect(screen.queryByText('Somewhere')).toBeNull()
})

test("text typed after that early Enter goes to the command's argument page", async () => {
  const run = vi.fn<(given: readonly string[]) => void>()
  const args = [
    { id: 'tasks', placeholder: 'Which tasks?', options: () => [], free: true },
    { id: 'who', placeholder: 'Who?', options: () => ['Ana', 'Ben'].map((value) => ({ value, label: value })) },
  ]
  open([{ title: 'New live session…', args, run: (_context, given) => run(given) }])
  const press = (key: string, init: KeyboardEventInit = {}): void => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init })
    act(() => void document.body.dispatchEvent(event))
  }

  press('k', { ctrlKey: true, code: 'KeyK' })
  await act(async () => undefined)
  const field = screen.queryByRole<HTMLInputElement>('combobox')
  if (field !== null) act(() => field.blur())
  for (const line of ['>new live', '?DONE', 'ben']) {
    for (const key of Array.from(line)) press(key)
    press('Enter')
  }
  act(() => screen.queryByRole('combobox')?.focus())

  await vi.waitFor(() => expect(run).toHaveBeenCalledWith(['?DONE', 'Ben']), 30_000)
})

test('letters typed into a field stay in the field', async () => {
  const run = vi.fn<Command['run']>()
  const user = open([{ keys: ['x'], run }])

  await user.type(screen.getByLabelText('Field'), 'gx?')

  expect(run).not.toHaveBeenCalled()
  expect(screen.getByLabelText<HTMLInputElement>('Field').value).toBe('gx?')
  expect(uiStore.isShortcutSheetOpen).toBe(false)
})

test('arguments are pages: picked by key, and Backspace in an empty field goes back', async () => {
  const run = vi.fn<Command['run']>()
  const args = ['status', 'artist'].map((id) => ({
    id,
    placeholder: `Which ${id}?`,
    options: () => ['WIP', 'WFA'].map((value) => ({ value: `${id}-${value}`, label: value })),
  }))
  const user = open([{ title: 'Set status', args, run }])

  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'set st')
  await user.keyboard('{Tab}')
  expect(await screen.findByPlaceholderText('Which status?')).toBeTruthy()
  await user.keyboard('{Backspace}')
  expect(await screen.findByPlaceholderText('Search or run a command')).toBeTruthy()

  await user.keyboard('set st{Enter}')
  await screen.findByText('WFA')
  await user.keyboard('wfa')
  await act(async () => undefined)
  await user.keyboard('{Enter}')
  await screen.findByPlaceholderText('Which artist?')
  await user.keyboard('{Enter}')

  expect(run).toHaveBeenCalledWith(expect.objectContaining({ source: 'palette' }), ['status-WFA', 'artist-WIP'])
  expect(uiStore.palette).toBeUndefined()
})

test('the palette also finds places, remembers them, and opens them', async () => {
  const shot = {
    id: 'item:1',
    kind: 'item',
    title: 'sq010_sh0030',
    detail: 'Gull lands',
    to: '/studio/n/project/p/space/s',
  } as const
  const search = async (query: string) => (shot.title.includes(query) ? [shot] : [])
  onTestFinished(
    paletteSources.add({ id: 'items', search, find: async (ids) => (ids.includes(shot.id) ? [shot] : []) }),
  )
  const user = open()

  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'sh0030')
  await screen.findByText('Gull lands')
  await user.keyboard('{Enter}')
  expect(location.pathname).toBe(shot.to)

  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByText('Recent')).toBeTruthy()
  expect((await screen.findAllByRole('option'))[0]?.textContent).toContain('sq010_sh0030')
})

test('">" hides places, and the selection is named', async () => {
  const search = async () => [{ id: 'item:1', kind: 'item', title: 'Theme song', to: '/x' } as const]
  onTestFinished(paletteSources.add({ id: 'items', search, find: async () => [] }))
  setSelectionLabel('8 tasks')
  const user = open()

  await user.keyboard('{Control>}k{/Control}')
  expect(await screen.findByText('8 tasks')).toBeTruthy()
  await user.type(screen.getByRole('combobox'), '>theme')

  expect(options()).toEqual(['Switch between dark and light⇧T'])
})

test('the shortcut sheet lists the registered keys, and Esc closes only the sheet', async () => {
  const user = open([{ title: 'Twirl', keys: ['shift+w'] }])

  await user.keyboard('?')
  expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy()
  await user.keyboard('twirl')
  expect(screen.getByText('Twirl')).toBeTruthy()
  expect(screen.queryByText('Undo')).toBeNull()

  await user.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('holding a key does not run a command again', async () => {
  const run = vi.fn<Command['run']>()
  const user = open([{ keys: ['x'], run }])

  await user.keyboard('{x>5/}')

  expect(run).toHaveBeenCalledOnce()
})

test.each([
  ['@', 'People', ['ASAda Shaw']],
  ['#', 'Items', ['shot ada']],
  ['/', 'Projects and spaces', ['Adamant']],
])('"%s" searches %s only, and Backspace in an empty field searches everything again', async (sign, chip, titles) => {
  const results: readonly PaletteResult[] = [
    { id: 'person:1', kind: 'person', title: 'Ada Shaw', to: '/p' },
    { id: 'item:1', kind: 'item', title: 'shot ada', to: '/i' },
    { id: 'project:1', kind: 'project', title: 'Adamant', to: '/j' },
  ]
  onTestFinished(paletteSources.add({ id: 'all', search: async () => results, find: async () => [] }))
  const user = open([{ title: 'Adapt' }])

  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), `${sign}ada`)
  expect(await screen.findAllByText(chip)).not.toEqual([])
  await vi.waitFor(() => expect(options()).toEqual(titles), 30_000)

  await user.keyboard('{Backspace>4/}')
  expect(await screen.findByPlaceholderText('Search or run a command')).toBeTruthy()
  await user.keyboard('ada')
  await vi.waitFor(() => expect(options()).toHaveLength(4), 30_000)
})

test('"?" lists what can be searched, and opens it', async () => {
  const user = open()

  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), '?')
  expect(options()).toContain('Search people@')
  await user.click(screen.getByText('Search people'))

  expect(screen.getByPlaceholderText('Search people')).toBeTruthy()
})

test('a slow corpus does not delay the others, and results for an old query are not shown', async () => {
  const late = Promise.withResolvers<readonly PaletteResult[]>()
  const fast = async (query: string): Promise<readonly PaletteResult[]> =>
    query === '' ? [] : [{ id: `fast:${query}`, kind: 'project', title: `Fast ${query}`, to: '/' }]
  onTestFinished(paletteSources.add({ id: 'slow', search: () => late.promise, find: async () => [] }))
  onTestFinished(paletteSources.add({ id: 'fast', search: fast, find: async () => [] }))
  const user = open()

  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'zz')
  expect(await screen.findByText('zz', { selector: 'strong' })).toBeTruthy()
  await user.keyboard('z')
  await vi.waitFor(() => expect(options()).toEqual(['Fast zzz']), 30_000)
  expect(options()).not.toContain('Fast zz')
})

test('server results come below local ones, without duplicates', async () => {
  const shot = { id: 'item:1', kind: 'item', title: 'Chase one', to: '/one' } as const
  const elsewhere = { id: 'comment:2', kind: 'comment', title: 'The chase is too long', to: '/two' } as const
  const server = { id: 'server', isRemote: true, search: async () => [elsewhere, shot], find: async () => [] }
  onTestFinished(paletteSources.add(server))
  onTestFinished(paletteSources.add({ id: 'items', search: async () => [shot], find: async () => [] }))
  const user = open()

  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), '#chase')
  await vi.waitFor(() => expect(options()).toEqual(['Chase one']), 30_000)
  await user.keyboard('{Backspace>6/}chase')

  await vi.waitFor(() => expect(options()).toEqual(['Chase one', 'The chase is too long']), 30_000)
  expect(screen.getByText('In the whole studio')).toBeTruthy()
})

test('when the server cannot be reached the palette says so and shows local results', async () => {
  const shot = { id: 'item:1', kind: 'item', title: 'Chase one', to: '/one' } as const
  const search = async (): Promise<never> => await Promise.reject(new Error('offline'))
  onTestFinished(paletteSources.add({ id: 'server', isRemote: true, search, find: async () => [] }))
  onTestFinished(paletteSources.add({ id: 'items', search: async () => [shot], find: async () => [] }))
  const user = open()

  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'chase')

  expect(await screen.findByText('Offline: only data on this device is searched')).toBeTruthy()
  expect(options()).toEqual(['Chase one'])
})

test("the command key and Enter open a command's target in a new tab", async () => {
  const openWindow = vi.spyOn(window, 'open').mockReturnValue(null)
  const user = open([{ title: 'Yonder', run: ({ navigate }) => navigate('/yonder') }])

  await user.keyboard('{Control>}k{/Control}')
  await user.type(await screen.findByRole('combobox'), 'yonder')
  await user.keyboard('{Control>}{Enter}{/Control}')

  expect(openWindow).toHaveBeenCalledWith('/yonder', '_blank', 'noopener')
  expect(location.pathname).toBe('/')
})
