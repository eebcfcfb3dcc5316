import { expect, test } from 'vitest'
import { CliError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { testIo } from '#cli/testing/test-io.ts'
import { verb } from './feed.ts'

const entry = {
  id: '019aa3f2-0000-7000-8000-000000000001',
  action: 'COMMENT_ADD',
  actor_id: null,
  created_at: '2026-11-22T12:00:00Z',
  version_number: null,
  ...Object.fromEntries(
    ['actor_name', 'task_id', 'task_name', 'item_id', 'item_name', 'project_name', 'space_name', 'collection_name', 'status_name', 'url'].map((name) => [name, name]), // prettier-ignore
  ),
}

test('watching an empty feed with a clock a day ahead shows the first new entry, once', async () => {
  const pages: (readonly object[])[] = [[], [], [entry], [entry]]
  const io = testIo()
  const context = {
    io,
    options: {},
    clock: { now: () => Date.parse('2026-11-23T12:00:00Z'), after: (_: number, run: () => void) => run() },
    say: io.err,
    loadSession: () => Promise.resolve({}),
    loadHost: () => Promise.resolve({ url: 'https://x.test' }),
    loadGateway: () =>
      Promise.resolve({
        studios: { list: () => Promise.resolve([{ id: 's' }]), findActive: () => Promise.resolve('s') },
        call: () => {
          const page = pages.shift()
          return page === undefined ? Promise.reject(new CliError('cancelled', 'Over.')) : Promise.resolve(page)
        },
      }),
  } as unknown as Context

  const watching = verb.run({ limit: 20, interval: 1, watch: true, host: '', ndjson: true } as never, context)

  await expect(watching).rejects.toThrow('Over.')
  expect(io.stdout().match(/"id":"[^"]+"/g)).toEqual([`"id":"${entry.id}"`])
})
