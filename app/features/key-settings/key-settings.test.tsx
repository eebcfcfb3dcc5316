import type { StudioClient } from '#core/sync/studio-client.ts'
import { act, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { toId, type UserId } from '#core/lib/ids.ts'
import type { Command } from '#app/commands/define-command.ts'
import { registry } from '#app/commands/registry.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { useRootHotkeys } from '#app/commands/use-root-hotkeys.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { resetClient, setClient } from '#app/stores/client-store.ts'
import { keyStore, resetKeys } from '#app/stores/key-store.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { keySettingsCommands } from './key-settings-commands.ts'
import { KeySettingsDialog } from './key-settings-dialog.tsx'

const runTwirl = vi.fn<Command['run']>()
const commands: readonly Command[] = [
  { id: 'test.twirl', title: 'Twirl', group: 'Test', scope: 'global', keys: ['q'], run: runTwirl },
  { id: 'test.leap', title: 'Leap', group: 'Test', scope: 'global', keys: ['g p'], run: () => undefined },
]
const saved = vi.fn<(userId: UserId, key: string, value: unknown) => Promise<void>>()

beforeEach(() => {
  resetKeys()
  resetToasts()
  undoStack.clear()
  runTwirl.mockClear()
  saved.mockReset()
  saved.mockResolvedValue(undefined)
  // These tests use nothing else of the client.
  setClient({ userId: toId<UserId>('u1'), gateway: { preferences: { save: saved } } } as unknown as StudioClient)
})
afterEach(resetClient)

function Page({ hasDialog }: { readonly hasDialog: boolean }) {
  useRootHotkeys()
  return hasDialog ? <KeySettingsDialog onClose={close} /> : null
}
const close = vi.fn<() => void>()

function open() {
  for (const list of [keySettingsCommands, commands]) onTestFinished(registry.register(list))
  const show = (hasDialog: boolean) => (
    <LayerStackContext value={layerStack}>
      <Page hasDialog={hasDialog} />
    </LayerStackContext>
  )
  const { rerender } = render(show(true))
  return { user: userEvent.setup(), leave: () => rerender(show(false)) }
}

const row = (title: string) => within(screen.getByText(title).closest('li') ?? document.body)

test('a new shortcut is captured, saved, works at once, and can be undone', async () => {
  const { user, leave } = open()

  await user.click(screen.getByRole('button', { name: 'Change the keys of Twirl' }))
  await user.keyboard('{Control>}e{/Control}')
  expect(await row('Twirl').findByText('Ctrl+E', { selector: 'kbd' })).toBeTruthy()
  const choices = { hasSingleKeys: true, remapped: { 'test.twirl': ['mod+e'] } }
  expect(saved).toHaveBeenCalledWith('u1', 'keys', choices)

  leave()
  await user.keyboard('q{Control>}e{/Control}')
  expect(runTwirl).toHaveBeenCalledOnce()

  await undoStack.undo()
  expect(keyStore.remapped).toEqual({})
})

test('a sequence of two keys can be captured; one in use is refused with the reason', async () => {
  const { user } = open()

  await user.click(screen.getByRole('button', { name: 'Change the keys of Twirl' }))
  await user.keyboard('gp')
  expect(await screen.findByRole('alert')).toHaveProperty('textContent', 'G P is already used by “Leap”.')
  expect(saved).not.toHaveBeenCalled()

  await user.click(screen.getByRole('button', { name: 'Change the keys of Twirl' }))
  await user.keyboard('gz')
  expect(await row('Twirl').findByText('G Z', { selector: 'kbd' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('Esc first stops the capture, then closes the dialog', async () => {
  const { user } = open()
  await user.click(screen.getByRole('button', { name: 'Change the keys of Twirl' }))

  await user.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Change the keys of Twirl' })).toBeTruthy()
  expect(close).not.toHaveBeenCalled()

  await user.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})

test('shortcuts can be removed, reset, and all reset', async () => {
  const { user } = open()

  await user.click(screen.getByRole('button', { name: 'Remove the keys of Twirl' }))
  await expect.poll(() => keyStore.remapped).toEqual({ 'test.twirl': [] })
  await user.click(screen.getByRole('button', { name: 'Reset the keys of Twirl' }))
  await expect.poll(() => keyStore.remapped).toEqual({})

  await user.click(screen.getByRole('switch', { name: /Single-key/ }))
  await expect.poll(() => keyStore.hasSingleKeys).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Reset all' }))
  expect(keyStore.hasSingleKeys).toBe(true)
})

test('shortcuts that cannot be saved are reported and restored', async () => {
  const { user } = open()
  saved.mockRejectedValue(new AppError('offline', 'No network', { retryable: true }))

  await user.click(screen.getByRole('switch', { name: /Single-key/ }))
  await act(async () => undefined)

  expect(toastStore.toasts[0]).toMatchObject({ text: 'Error saving settings: No network', action: { label: 'Retry' } })
  expect(keyStore.hasSingleKeys).toBe(true)
})
