import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand')
  Reflect.deleteProperty(navigator, 'clipboard')
})

function offerClipboard(writeText: (text: string) => Promise<void>): void {
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true })
}

/** Stands in for the browser: dispatches a copy event, as for mod+C. */
function copyNatively(set: (type: string, text: string) => void): void {
  Object.defineProperty(document, 'execCommand', {
    configurable: true,
    value: () => {
      const event = new Event('copy', { cancelable: true })
      document.dispatchEvent(Object.assign(event, { clipboardData: { setData: set } }))
      return event.defaultPrevented
    },
  })
}

test('text is on the clipboard before anything else runs', () => {
  const set = vi.fn<(type: string, text: string) => void>()
  copyNatively(set)
  void copyText('Ana:2')
  expect(set).toHaveBeenCalledWith('text/plain', 'Ana:2')
})

test('later copying is the browser’s again', async () => {
  const set = vi.fn<(type: string, text: string) => void>()
  copyNatively(set)
  await copyText('Ana:2')
  const event = new Event('copy', { cancelable: true })
  document.dispatchEvent(event)
  expect([event.defaultPrevented, set.mock.calls.length]).toEqual([false, 1])
})

test('without a key or click the browser’s own clipboard is asked', async () => {
  const write = vi.fn<(text: string) => Promise<void>>(async () => await Promise.resolve())
  offerClipboard(write)
  Object.defineProperty(document, 'execCommand', { value: () => false, configurable: true })
  await copyText('Ana:2')
  expect(write).toHaveBeenCalledWith('Ana:2')
})

test('a browser that refuses, or has no clipboard, is named', async () => {
  const refusal = { code: 'permission-denied', message: 'The browser blocked copying. Copy it by hand.' }
  await expect(copyText('Ana:2')).rejects.toMatchObject(refusal)
  offerClipboard(async () => await Promise.reject(new Error('NotAllowedError')))
  await expect(copyText('Ana:2')).rejects.toMatchObject(refusal)
})
