import { afterEach, expect, test, vi } from 'vitest'
import { resetToasts, showToast, toastStore } from './toast-store.ts'

afterEach(resetToasts)

test('a failure that several things met is told once, and one try takes up all of them', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()]

  showToast({ kind: 'error', text: 'You are offline.', action: { label: 'Retry', run: first } })
  showToast({ kind: 'error', text: 'You are offline.', action: { label: 'Retry', run: second } })
  showToast({ kind: 'error', text: 'Something else.' })

  expect(toastStore.toasts.map(({ text }) => text)).toEqual(['You are offline.', 'Something else.'])
  toastStore.toasts[0]?.action?.run()
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).toHaveBeenCalledTimes(1)
})

test('what succeeded twice is said twice', () => {
  showToast({ text: 'Copied' })
  showToast({ text: 'Copied' })

  expect(toastStore.toasts).toHaveLength(2)
})
