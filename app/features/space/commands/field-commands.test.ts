import { afterEach, expect, test, vi } from 'vitest'
import { createFields, deleteFields } from '#core/fields/change-fields.ts'
import { newId, toId, type FieldId } from '#core/lib/ids.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { moveCursor, resetSpaceView } from '../space-view-store.ts'
import { openTestSpace } from '../test/a-space.ts'
import { makeFieldCommands } from './field-commands.ts'

let takeAway = (): void => undefined

afterEach(() => {
  takeAway()
  resetSpaceView()
  resetToasts()
  undoStack.clear()
})

/** A text field that has become a number, which this device does not know yet. */
async function openChangedField() {
  const page = await openTestSpace()
  const { client, studio, model, server } = page
  const id = newId<FieldId>()
  const made = await createFields({ studio, fields: [{ id, name: 'Lens', kind: 'text' }] }, client)
  if (!made.ok) throw made.error
  await made.value.answered
  takeAway = registry.register(makeFieldCommands({ ...page, scope: 'grid' }))
  server.setLive(false)
  const field = server.list('field_definitions').find((each) => each.id === id)
  if (field === undefined) throw new Error('The field was made')
  server.seed('field_definitions', [{ ...field, kind: 'number' }], `studio:${studio.studioId}`)
  const [item] = model.space.replica.getRows('items').values()
  const write = async (text: string) => await runCommand('field.save', { args: [item?.id ?? '', id, text] })
  const ask = () => server.list('items').find((each) => each.id === item?.id)?.fields?.['lens']
  return { write, ask }
}

test('a value typed before its field became another kind is converted when it is sent', async () => {
  const { write, ask } = await openChangedField()

  await write('35')

  await vi.waitFor(() => expect(ask()).toBe(35), 30_000)
  expect(toastStore.toasts).toEqual([])
})

test('a value typed in the palette for a deleted field is reported, even when that was the only field', async () => {
  const page = await openTestSpace()
  const { client, studio, model } = page
  const id = newId<FieldId>()
  await createFields({ studio, fields: [{ id, name: 'Lens', kind: 'text' }] }, client)
  takeAway = registry.register(makeFieldCommands({ ...page, scope: 'grid' }))
  const [item] = model.space.replica.getRows('items').values()
  moveCursor(toCellKey(item?.id ?? toId(''), model.getStages()[0]?.id ?? toId('')))

  await deleteFields({ studio, ids: [id] }, client)
  await runCommand('task.field', { args: [id, '35 mm'], source: 'palette' })

  expect(toastStore.toasts.map(({ text }) => text)).toEqual(['The field was deleted. “35 mm” was not saved.'])
})

test('a value that does not convert is refused, and the message quotes it', async () => {
  const { write, ask } = await openChangedField()

  await write('many')

  await vi.waitFor(
    () =>
      expect(toastStore.toasts.map(({ text }) => text)).toEqual([
        'Lens takes a number of at most 15 digits now: “many” cannot be converted',
      ]),
    30_000,
  )
  expect(ask()).toBeUndefined()
})
