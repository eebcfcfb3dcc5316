/**
 * Makes a clock of elapsed milliseconds: it never goes back when the time of day is changed, and it counts a machine's
 * sleep, during which the monotonic clock of some systems stops.
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
