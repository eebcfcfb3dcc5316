import { afterEach, expect, test, vi } from 'vitest'
import { resetToasts, showToast, toastStore } from './toast-store.ts'

afterEach(resetToasts)

test('one failure of several things shows one toast, whose button retries all of them', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]

  showToast({ kind: 'error', text: 'You are offline.', action: { label: 'Retry', run: first } })
  showToast({ kind: 'error', text: 'You are offline.', action: { label: 'Retry', run: second } })
  showToast({ kind: 'error', text: 'Something else.' })

  expect(toastStore.toasts.map(({ text }) => text)).toEqual(['You are offline.', 'Something else.'])
  toastStore.toasts[0]?.action?.run()
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).toHaveBeenCalledTimes(1)
})

test('two successes show two toasts', () => {
  showToast({ text: 'Copied' })
  showToast({ text: 'Copied' })

  expect(toastStore.toasts).toHaveLength(2)
})
