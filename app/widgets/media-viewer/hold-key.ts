// The specification's number: a held key steps four times a second, whatever the keyboard's own repeat.
const INTERVAL_MS = 250

/**
 * Tells, each time a key comes, whether to act: always when it is pressed, and of the keyboard's own repeats four times a
 * second. No timer of ours repeats: a press is one step however late a busy page hears that the key was let go.
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
