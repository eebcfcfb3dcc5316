import { expect, test } from 'vitest'
import { makeFieldCommand } from './change-rows.ts'

test('a value typed for a field that someone deletes meanwhile is reported, not lost silently', async () => {
  const base = { id: 'tasks.field', group: 'Tasks of the project', scope: 'tasks' } as const
  const command = makeFieldCommand({ ...base, listFields: () => [], listTargets: () => [], when: () => true })

  // It reads nothing of the context.
  expect(command.when?.({} as never)).toBe(true)
  expect(await command.run({} as never, ['gone', '35 mm'])).toMatchObject({
    ok: false,
    error: { message: 'The field was deleted. “35 mm” was not saved.' },
  })
})
