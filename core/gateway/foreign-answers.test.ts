import { expect, test } from 'vitest'
import { newId, type OperationId, type SpaceId, type StatusId, type TaskId } from '#core/lib/ids.ts'
import { checkScope, pullScope } from './pulls.ts'
import type { Rest } from './rest.ts'
import { sendWrite } from './write.ts'

const answering = (answer: unknown): Rest => {
  const call = async (): Promise<unknown> => await Promise.resolve(answer)
  return { call, callAgain: call } as unknown as Rest
}

const status = newId<StatusId>()
const setStatus = {
  kind: 'update-tasks',
  taskIds: [newId<TaskId>()],
  field: 'statusId',
  values: { all: status },
} as const
const setDefault = { kind: 'set-default-status', statusId: status } as const
const scope = `space:${newId<SpaceId>()}` as const

test.each([[{ status: 'sign in first' }], [{}], [null], [[]], ['OK'], [{ rev: 'yes' }]])(
  'a network’s own success response %j counts as offline: it confirms no write and is no pull',
  async (answer) => {
    const rest = answering(answer)
    const asked = { id: newId<OperationId>(), waitedMs: 0 }
    const tries = [
      sendWrite(rest, setStatus, asked),
      sendWrite(rest, setDefault, asked),
      pullScope(rest, { scope, since: 0 }),
      checkScope(rest, { scope }),
    ]

    for (const tried of tries) await expect(tried).rejects.toMatchObject({ code: 'offline', retryable: true })
  },
)

test('a writing procedure’s own response confirms the write', async () => {
  const asked = { id: newId<OperationId>(), waitedMs: 0 }

  expect(await sendWrite(answering({ rev: 7, skipped: [] }), setStatus, asked)).toEqual({ rev: 7, skipped: [] })
  expect(await sendWrite(answering({ deleted: false, rev: null }), setStatus, asked)).toMatchObject({ rev: undefined })
  expect(await sendWrite(answering({ id: status, rev: 8 }), setDefault, asked)).toEqual({ rev: undefined, skipped: [] })
})
