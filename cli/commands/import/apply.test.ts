import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Context } from '#cli/context.ts'
import { testIo } from '#cli/testing/test-io.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId } from '#core/lib/ids.ts'
import { verb } from './apply.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-apply-'))
afterAll(() => rmSync(folder, { recursive: true }))

const slow = new AppError('timeout', 'The server took too long to answer.', { retryable: true })
const none = { collections: [], tasks: [], itemChanges: [], taskChanges: [] }

/** Writes a plan with one item; returns it with a function that applies it at a server answering with `call`. */
function aPlan(file: string, call: (name: string, request: object) => Promise<unknown>) {
  const plan = {
    format: 'xsheet-import',
    version: 1,
    operationId: newId(),
    host: 'https://x.test',
    studioId: newId(),
    spaceId: newId(),
    space: 'ep01',
    counts: { conflict: 0 },
    entries: [],
    source: { file: 'a.csv' },
    changes: { ...none, items: [{ id: newId() }] },
  }
  writeFileSync(path.join(folder, file), JSON.stringify(plan))
  const said: string[] = []
  const context = {
    io: testIo({ cwd: folder, env: { XDG_STATE_HOME: folder } }),
    loadHost: () => Promise.resolve({ url: 'https://x.test' }),
    loadSession: () => Promise.resolve({ userId: newId() }),
    loadGateway: () => Promise.resolve({ call }),
    say: (text: string) => said.push(text),
    printRecord: () => {},
  } as unknown as Context
  return { plan, said, apply: () => verb.run({ plan: file }, context) }
}

test('a lost response is requested again with the same operation id', async () => {
  const asked: object[] = []
  const outcome = { collections: 0, items: 1, tasks: 0, comments: 0, changed: 0, deleted: 0, conflicts: [] }
  const { plan, said, apply } = aPlan('lost.plan.json', (_, request) => {
    asked.push(request)
    return asked.length === 1 ? Promise.reject(slow) : Promise.resolve(outcome)
  })

  expect(await apply()).toBe(0)
  expect(asked).toHaveLength(2)
  for (const request of asked) expect(request).toMatchObject({ p_operation_id: plan.operationId })
  expect(said).toEqual(['Importing 1 row into ep01 …', expect.stringMatching(/^Imported into ep01/)])
})

test('after a timeout the import may still be running, and the same command resumes it', async () => {
  const { apply } = aPlan('a.plan.json', () => Promise.reject(slow))

  await expect(apply()).rejects.toMatchObject({
    ending: 'offline',
    message: 'The server took too long to answer.',
    suggestion: 'It may still go through. Apply it again later: nothing is done twice.',
  })
})
