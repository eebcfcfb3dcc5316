import { AppError } from '#core/lib/errors.ts'

/**
 * Writes text to the clipboard. While a key or click is handled it is there at once, so that a paste right after it
 * never gets what was there before; and also under plain http, where pages have no `navigator.clipboard`. Throws
 * `permission-denied` if the browser refuses.
 */
export async function copyText(text: string): Promise<void> {
  if (copyAtOnce(text)) return
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    throw new AppError('permission-denied', 'The browser blocked copying. Copy it by hand.', { cause })
  }
}

function copyAtOnce(text: string): boolean {
  let isCopied = false
  const fill = (event: ClipboardEvent): void => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    event.stopImmediatePropagation()
    isCopied = event.clipboardData !== null
  }
  document.addEventListener('copy', fill, { capture: true, once: true })
  // Outdated, but nothing else writes at once.
  const isDone = document.execCommand?.('copy')
  document.removeEventListener('copy', fill, { capture: true })
  return isDone && isCopied
}
