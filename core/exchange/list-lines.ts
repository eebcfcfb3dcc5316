/** Formats sorted line numbers as ranges: `3, 7–9`. */
export function listLines(lines: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const line of lines) {
    const last = ranges.at(-1)
    if (last !== undefined && line === last[1] + 1) last[1] = line
    else ranges.push([line, line])
  }
  return ranges.map(([first, last]) => (first === last ? String(first) : `${first}–${last}`)).join(', ')
}
