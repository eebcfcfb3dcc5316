import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { listenForInstallPrompt, useInstallPrompt } from './use-install-prompt.ts'

test("the browser's offer is kept until it is taken", async () => {
  listenForInstallPrompt()
  const { result } = renderHook(useInstallPrompt)
  const prompt = vi.fn<() => Promise<void>>(async () => undefined)
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
  expect(result.current.canInstall).toBe(false)

  act(() => void window.dispatchEvent(offer))
  expect(result.current.canInstall).toBe(true)
  expect(offer.defaultPrevented).toBe(true)

  await act(() => result.current.install())
  expect(prompt).toHaveBeenCalledOnce()
  expect(result.current.canInstall).toBe(false)
})
