import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { Context } from '#cli/context.ts'
import { testIo } from '#cli/testing/test-io.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId } from '#core/lib/ids.ts'
import { runImportApply } from './apply.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-apply-'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a server that does not answer in time may be at work still, and the same command goes on with it', async () => {
  const none = { collections: [], tasks: [], itemChanges: [], taskChanges: [] }
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
  writeFileSync(path.join(folder, 'a.plan.json'), JSON.stringify(plan))
  const slow = new AppError('timeout', 'The server took too long to answer.', { retryable: true })
  const context = {
    io: testIo({ cwd: folder, env: { XDG_STATE_HOME: folder } }),
    loadHost: () => Promise.resolve({ url: 'https://x.test' }),
    loadSession: () => Promise.resolve({ userId: newId() }),
    loadGateway: () => Promise.resolve({ call: () => Promise.reject(slow) }),
  } as unknown as Context

  const applied = runImportApply({ plan: 'a.plan.json' }, context)

  await expect(applied).rejects.toMatchObject({
    ending: 'offline',
    message: 'The server took too long to answer.',
    suggestion: 'It may be carried out yet. Apply it again later: nothing is done twice.',
  })
})
