// The specification's number: a held key steps four times a second, whatever the keyboard's own repeat.
const INTERVAL_MS = 250

/** Acts at once, and then four times a second until the key is let go. */
export function holdKey(act: () => void): void {
  act()
  const timer = setInterval(act, INTERVAL_MS)
  const letGo = new AbortController()
  const stop = (): void => {
    clearInterval(timer)
    letGo.abort()
  }
  const options = { signal: letGo.signal, capture: true }
  window.addEventListener('keyup', stop, options)
  window.addEventListener('blur', stop, options)
  document.addEventListener('visibilitychange', stop, options)
}
