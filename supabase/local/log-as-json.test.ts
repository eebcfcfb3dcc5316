import { afterEach, expect, test } from 'vitest'
import { logAsJson } from './log-as-json.ts'

const { log, info, warn, error } = console
afterEach(() => void Object.assign(console, { log, info, warn, error }))

test('other output is logged as a line of JSON with its level, multi-line stacks included', () => {
  const lines: string[] = []
  logAsJson((line) => void lines.push(line))

  console.log('Xsheet is running at', 'http://h')
  console.error('GET / failed: Error: no\n    at somewhere')

  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    { time: expect.any(String), level: 'info', message: 'Xsheet is running at http://h' },
    { time: expect.any(String), level: 'error', message: 'GET / failed: Error: no\n    at somewhere' },
  ])
  expect(lines.join('')).not.toContain('\n')
})
