import { afterEach, expect, test, vi } from 'vitest'
import type { CommandContext } from '#app/commands/define-command.ts'
import { registry } from '#app/commands/registry.ts'
import { toastStore } from '#app/stores/toast-store.ts'
import { roomCommands } from './room-commands.ts'
import type { RoomModel } from './room-model.ts'
import { setRoom } from './room-store.ts'

afterEach(() => setRoom(undefined))

test('a status key before the shot has loaded says that nothing was judged', async () => {
  const can = vi.fn<() => boolean>(() => true)
  const room = { shown: { task: undefined }, statuses: [{ id: 'done' }], session: { isLocked: false }, studio: { can } }
  // What judging reads of a room whose shot has not loaded yet.
  setRoom(room as unknown as RoomModel)
  const stop = registry.register(roomCommands)
  const key = roomCommands.find(({ id }) => id === 'review.judge-nth')

  const context = { chord: '1' } as CommandContext

  expect(key?.when?.(context)).toBe(true)
  await key?.run(context, [])
  stop()

  expect(toastStore.toasts.map(({ text }) => text)).toEqual(['This shot has not loaded yet: nothing was judged.'])
})
