/**
 * A clock of the time that has passed, in milliseconds: it never goes back, whatever is done to the time of day, and a machine's
 * sleep counts, during which the steady clock of some systems stands still.
 */
export function makePassingTime(
  timeOfDay: () => number = () => Date.now(),
  steady: () => number = () => performance.now(),
): () => number {
  let passedMs = 0
  let last = { day: timeOfDay(), steady: steady() }
  return () => {
    const now = { day: timeOfDay(), steady: steady() }
    passedMs += Math.max(0, now.day - last.day, now.steady - last.steady)
    last = now
    return passedMs
  }
}
