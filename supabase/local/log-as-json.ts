import { format } from 'node:util'

const levels = { log: 'info', info: 'info', warn: 'warn', error: 'error' } as const

/** Writes the host's other output as lines of JSON too, so that the whole log can be parsed. */
export function logAsJson(
  write = (line: string, { level }: { level: string }): void =>
    void process[level === 'info' ? 'stdout' : 'stderr'].write(`${line}\n`),
): void {
  for (const method of ['log', 'info', 'warn', 'error'] as const)
    console[method] = (...values: unknown[]) => {
      const level = levels[method]
      write(JSON.stringify({ time: new Date(), level, message: format(...values) }), { level })
    }
}
