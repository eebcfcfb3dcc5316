import { expect, test } from 'vitest'
import { defaultKeyChoices } from './key-choices.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type UserId } from '#core/lib/ids.ts'
import { loadKeyChoices, saveKeyChoices } from './save-key-choices.ts'

function aContext(saved: Record<string, unknown> = {}) {
  const load = async (_: UserId, key: string): Promise<unknown> => await Promise.resolve(saved[key])
  const save = async (_: UserId, key: string, value: unknown): Promise<void> => {
    saved[key] = value
    await Promise.resolve()
  }
  return { userId: toId<UserId>('u1'), gateway: { preferences: { load, save } } }
}

test('saved shortcuts are loaded again', async () => {
  const context = aContext()
  const choices = { hasSingleKeys: false, remapped: { 'view.theme': ['mod+shift+l'], 'link.copy': [] } }

  expect((await saveKeyChoices(choices, context)).ok).toBe(true)

  expect(await loadKeyChoices(context)).toEqual(choices)
})

test.each([undefined, 'x', null, {}, { hasSingleKeys: 1, remapped: {} }, { hasSingleKeys: true, remapped: 3 }])(
  '%j counts as no saved shortcuts',
  async (keys) => {
    expect(await loadKeyChoices(aContext({ keys }))).toEqual(defaultKeyChoices)
  },
)

test('a corrupt shortcut is left out, and the others stay', async () => {
  const keys = { hasSingleKeys: true, remapped: { 'view.theme': ['x'], 'link.copy': 'y', 'go.home': [1] } }

  expect((await loadKeyChoices(aContext({ keys }))).remapped).toEqual({ 'view.theme': ['x'] })
})

test('a refused save of shortcuts says why', async () => {
  const context = aContext()
  const refuse = async (): Promise<never> => {
    await Promise.resolve()
    throw new AppError('offline', 'No network', { retryable: true })
  }

  const result = await saveKeyChoices(defaultKeyChoices, {
    ...context,
    gateway: { preferences: { ...context.gateway.preferences, save: refuse } },
  })

  expect(result).toMatchObject({ ok: false, error: { message: 'Error saving settings: No network', retryable: true } })
})
