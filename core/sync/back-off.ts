const baseMs = 500
const longestMs = 30_000

/** How long to wait before the next try: doubling from half a second to half a minute, spread by chance over its upper half. */
export function backOffMs(failures: number, random: number): number {
  const whole = Math.min(longestMs, baseMs * 2 ** Math.max(0, failures - 1))
  return Math.round(whole * (0.5 + random / 2))
}
