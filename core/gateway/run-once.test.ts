import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { Condition, RetryQueue, toOperation } from './run-once.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const gone = new AppError('offline', 'Cannot reach the studio', { retryable: true })

/** A server's responses, one after the other, and the requests it received. */
function script(...answers: readonly unknown[]) {
  const asked: string[] = []
  return {
    asked,
    ask: (name: string) => async () => {
      const answer = answers[asked.push(name) - 1]
      if (answer instanceof AppError) throw answer
      return await Promise.resolve(answer)
    },
  }
}

test('an unanswered request is sent three times in all', async () => {
  const { ask, asked } = script(gone, gone, 'done')
  const sent = new RetryQueue().send('set_following', ask('follow'))
  await vi.runAllTimersAsync()

  expect(await sent).toBe('done')
  expect(asked).toHaveLength(3)

  const never = script(gone, gone, gone, 'too late')
  const lost = new RetryQueue().send('set_following', never.ask('follow')).catch((error: unknown) => error)
  await vi.runAllTimersAsync()
  expect(await lost).toBe(gone)
  expect(never.asked).toHaveLength(3)
})

test('a refused request, or one told to wait, is not retried', async () => {
  const no = new AppError('permission-denied', 'No')
  const later = new AppError('rate-limited', 'Wait 42 seconds', { retryable: true, retryAfterMs: 42_000 })
  for (const error of [no, later]) {
    const { ask, asked } = script(error, 'yes')

    await expect(new RetryQueue().send('set_following', ask('follow'))).rejects.toBe(error)
    expect(asked).toHaveLength(1)
  }
})

test('a later write waits for an earlier one of the same name, even a failing one, and no other', async () => {
  const { ask, asked } = script(gone, 'elsewhere', gone, gone, 'second')
  const retries = new RetryQueue()
  const first = retries.send('save_preference', ask('first')).catch(() => 'failed')
  const second = retries.send('save_preference', ask('second'))
  const other = retries.send('set_following', ask('other'))
  await vi.runAllTimersAsync()

  expect(await Promise.all([first, second, other])).toEqual(['failed', 'second', 'elsewhere'])
  expect(asked).toEqual(['first', 'other', 'first', 'first', 'second'])
})

test('procedures that write get an operation id, procedures that read do not', () => {
  const args = { p_task_id: 'task', p_is_following: true }
  expect(toOperation('set_following', args)).toEqual({
    p_procedure: 'set_following',
    p_args: args,
    p_operation_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  expect(toOperation('pull_studio', {})).toBeUndefined()
})

test('a condition is sent with every write, and advances with each that succeeds', () => {
  const condition = new Condition()
  const write = { p_table: 'items', p_operation_id: 'first' }
  expect(toOperation('update_rows', write, condition)).toBeUndefined()
  const getSince = condition.set({ since: 7, rows: { items: ['a'] } })
  const at = (since: number) => ({ p_unchanged: { since, rows: { items: ['a'] } } })

  expect(toOperation('pull_studio', {}, condition)).toBeUndefined()
  const sent = { p_procedure: 'update_rows', p_args: { p_table: 'items' }, p_operation_id: 'first' }
  expect(toOperation('update_rows', write, condition)).toEqual({ ...sent, ...at(7) })
  for (const [said, since] of [
    [9, 9],
    [undefined, 9],
    [8, 9],
  ] as const) {
    condition.advance(said)
    expect(toOperation('set_following', {}, condition)).toMatchObject(at(since))
    expect(getSince()).toBe(since)
  }
})
