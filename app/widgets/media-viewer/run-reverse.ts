/**
 * No browser plays backwards: it is a row of seeks, as many as the decoder keeps up with. Each step is told how long it has run, and
 * answers whether it goes on, or anew from the other end, or is over. Answers how to stop it.
 */
export function runReverse(step: (seconds: number) => 'on' | 'anew' | 'over'): () => void {
  let sinceMs = performance.now()
  let request = 0
  const run = (nowMs: number): void => {
    const next = step(Math.max(0, nowMs - sinceMs) / 1000)
    if (next === 'over') return
    if (next === 'anew') sinceMs = nowMs
    request = requestAnimationFrame(run)
  }
  request = requestAnimationFrame(run)
  return () => cancelAnimationFrame(request)
}
