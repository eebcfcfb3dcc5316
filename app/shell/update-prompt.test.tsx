import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { resetSync, setSync } from '#app/stores/sync-store.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { holdUnsavedForm, resetUi } from '#app/stores/ui-store.ts'
import { InstallPrompt } from './install-prompt-bar.tsx'
import { installCommands } from './install-commands.ts'
import { installPrompt } from './install-prompt.ts'
import { UpdatePrompt } from './update-prompt.tsx'
import { offerUpdate, resetUpdate } from './update-store.ts'

beforeEach(() => {
  resetUpdate()
  resetSync()
  resetUi()
  resetToasts()
})
afterEach(cleanup)

test('the new version waits for uploads and unsaved forms, and is installed once nothing would be lost', async () => {
  const apply = vi.fn<() => void>()
  render(<UpdatePrompt />)
  expect(screen.queryByRole('region')).toBeNull()
  act(() => offerUpdate('ready', apply))
  const reload = await screen.findByRole('button', { name: 'Reload' })

  act(() => setSync({ pendingUploads: 1 }))
  await vi.waitFor(() => expect(reload.getAttribute('data-tooltip')).toBe('Waiting for the uploads to finish'), 30_000)
  await userEvent.click(reload)
  // The palette is refused as well.
  await act(async () => await runCommand('app.update'))
  expect(toastStore.toasts[0]?.text).toBe('Waiting for the uploads to finish.')
  expect(apply).not.toHaveBeenCalled()

  let release = (): void => undefined
  act(() => {
    setSync({ pendingUploads: 0 })
    release = holdUnsavedForm()
  })
  await vi.waitFor(
    () => expect(reload.getAttribute('data-tooltip')).toBe('Waiting for what you typed to be saved'),
    30_000,
  )
  act(() => release())
  await vi.waitFor(() => expect(reload.getAttribute('aria-disabled')).toBeNull(), 30_000)
  await userEvent.click(reload)
  expect(apply).toHaveBeenCalledOnce()
})

test('a new version put off is not offered again during this visit', async () => {
  render(<UpdatePrompt />)
  act(() => offerUpdate('ready', () => undefined))

  await userEvent.click(await screen.findByRole('button', { name: 'Later' }))

  expect(screen.queryByRole('region')).toBeNull()
})

test('the install prompt gives way to the new version', async () => {
  onTestFinished(registry.register(installCommands))
  installPrompt.listen()
  render(
    <>
      <UpdatePrompt />
      <InstallPrompt />
    </>,
  )
  act(() => void window.dispatchEvent(new Event('beforeinstallprompt', { cancelable: true })))
  expect(screen.getByRole('region', { name: 'Install' })).toBeTruthy()

  act(() => offerUpdate('ready', () => undefined))
  await vi.waitFor(() => expect(screen.queryByRole('region', { name: 'Install' })).toBeNull(), 30_000)
  await userEvent.click(await screen.findByRole('button', { name: 'Later' }))

  expect(screen.getByRole('region', { name: 'Install' })).toBeTruthy()
})
