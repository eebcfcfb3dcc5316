// From the specification: a held key steps four times a second, whatever the keyboard's own repeat rate.
const INTERVAL_MS = 250

/**
 * Returns a function that tells, for each key event, whether to act: always for a press, and four times a second for
 * the keyboard's own repeats. There is no timer: a press is one step, however late a busy page hears of the release.
 */
export function makeHeldKey(now = () => performance.now()): () => boolean {
  let actedMs: number | undefined
  const letGo = (): void => {
    actedMs = undefined
    window.removeEventListener('keyup', letGo, { capture: true })
    window.removeEventListener('blur', letGo)
  }
  return () => {
    if (actedMs !== undefined && now() - actedMs < INTERVAL_MS) return false
    actedMs = now()
    window.addEventListener('keyup', letGo, { capture: true })
    window.addEventListener('blur', letGo)
    return true
  }
}
