import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { makeContext } from '#app/commands/command-context.ts'
import { registry } from '#app/commands/registry.ts'
import { installCommands } from './install-commands.ts'
import { installPrompt } from './install-prompt.ts'
import { InstallPrompt } from './install-prompt-bar.tsx'

beforeAll(installPrompt.listen)
beforeEach(() => {
  localStorage.clear()
  onTestFinished(registry.register(installCommands))
})

function offer() {
  const prompt = vi.fn<() => Promise<void>>(async () => undefined)
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  act(() => void window.dispatchEvent(event))
  return { event, prompt }
}

const isOffered = (): boolean | undefined => registry.find('app.install')?.when?.(makeContext('palette'))

test("the browser's install offer is kept until it is taken", async () => {
  render(<InstallPrompt />)
  expect(isOffered()).toBe(false)
  expect(screen.queryByRole('button')).toBeNull()

  const { event, prompt } = offer()
  expect(event.defaultPrevented).toBe(true)
  expect(isOffered()).toBe(true)

  await userEvent.click(screen.getByRole('button', { name: 'Install' }))
  expect(prompt).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button')).toBeNull()
})

test('a dismissed install prompt does not come back, but the command stays', async () => {
  render(<InstallPrompt />)
  offer()

  await userEvent.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.queryByRole('button')).toBeNull()
  expect(isOffered()).toBe(true)

  offer()
  expect(screen.queryByRole('button')).toBeNull()
})
