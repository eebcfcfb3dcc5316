import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { CliError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { testIo } from '#cli/testing/test-io.ts'
import { verb } from './watch.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'xsheet-watch-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const event = (seq: number) => ({
  seq,
  at: '2026-11-24T09:00:00.000000Z',
  kind: 'item.changed',
  names: { item: 'sh010' },
})

/** Watches a server that returns these pages and then ends; returns what was requested, printed and said. */
async function watch(pieces: readonly unknown[], given: object = {}, ending = 'Over.') {
  const left = [...pieces]
  const asked: string[] = []
  const io = testIo()
  const context = {
    io,
    options: { json: '' },
    clock: { now: () => 0, after: (_: number, run: () => void) => run() },
    say: (text: string) => io.err(`${text}\n`),
    loadGateway: async () => ({
      studios: { list: async () => [{ id: 's', name: 'Northlight' }], findActive: async () => 's' },
      // As the database responds past the end.
      call: async (_: string, args: Record<string, unknown>) => ({ events: [], cursor: args['p_after'], newest: 40 }),
      callFunction: async (_: string, { search }: { search: Record<string, string> }) => {
        asked.push(`${search['after']} ${search['kinds'] ?? ''}`.trim())
        const piece = left.shift()
        if (piece instanceof Error) throw piece
        if (piece === undefined) throw new CliError('cancelled', 'Over.')
        return piece
      },
    }),
    loadSession: async () => ({}),
    loadHost: async () => ({ url: 'https://x.test' }),
  } as unknown as Context
  const options = { json: '', host: '', ...given } as never // the command reads nothing else
  await expect(verb.run(options, context)).rejects.toThrow(ending)
  return { asked, printed: io.stdout(), said: io.stderr() }
}

test('events watch starts with new events, prints one JSON per line, and continues from there', async () => {
  const { asked, printed } = await watch([
    { events: [event(41), event(42)], cursor: 42 },
    { events: [], cursor: 45 },
  ])

  expect(asked).toEqual(['40', '42', '45'])
  expect(
    printed
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).seq),
  ).toEqual([41, 42])
})

test('events watch continues from its cursor file and saves its position there', async () => {
  const cursorFile = path.join(folder, 'cursor')
  writeFileSync(cursorFile, '17\n')

  const { asked } = await watch([{ events: [event(18)], cursor: 18 }], { cursorFile, kind: ['item', 'task'] })

  expect(asked).toEqual(['17 item,task', '18 item,task'])
  expect(readFileSync(cursorFile, 'utf8')).toBe('18\n')
})

test('events watch survives a server outage without missing events', async () => {
  const away = new AppError('offline', 'Nobody answers.', { retryable: true })
  const { asked, said } = await watch([away, away, { events: [event(41)], cursor: 41 }])

  expect(asked).toEqual(['40', '40', '40', '41'])
  expect(said).toContain('retrying')
  expect(said).toContain('nothing was missed')
})

test('a cursor file with other content is left untouched', async () => {
  const cursorFile = path.join(folder, 'notes.txt')
  writeFileSync(cursorFile, 'Dear diary')

  await watch([], { cursorFile }, 'notes.txt does not hold an event number')

  expect(readFileSync(cursorFile, 'utf8')).toBe('Dear diary')
})

test('a cursor beyond the newest event is an error: a restored backup, or another studio', async () => {
  const cursorFile = path.join(folder, 'cursor')
  writeFileSync(cursorFile, '473\n')

  const { asked, said } = await watch([{ events: [], cursor: 473, newest: 400 }], { cursorFile }, 'no event 473 yet')

  expect([asked, said]).toEqual([['473'], 'Watching Northlight from event 473 on.\n'])
  expect(readFileSync(cursorFile, 'utf8')).toBe('473\n')
})
