import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createFields, editField } from '#core/fields/change-fields.ts'
import { insertRows } from '#core/change/row-mutators.ts'
import { setItemKind } from '#core/items/set-item-kind.ts'
import type { FieldId, ItemKindId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { anId } from '#core/testing/studio-fixture.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { toastStore } from '#app/stores/toast-store.ts'
import { aPopup, type PopupWorld } from './test/a-popup.tsx'

const [framesId, setId, sumId] = [anId<FieldId>(21, 1), anId<FieldId>(21, 2), anId<FieldId>(21, 3)]
const [badId, notesId] = [anId<FieldId>(21, 4), anId<FieldId>(21, 5)]
let world: PopupWorld

beforeEach(async () => {
  world = await aPopup()
  const studio = await world.client.openStudio(world.fixture.studioId)
  const fields = [
    { id: framesId, name: 'Frames', kind: 'number' },
    { id: setId, name: 'On set', kind: 'checkbox' },
    { id: sumId, name: 'Sum', kind: 'formula', formula: 'frames * 2' },
    { id: badId, name: 'Share', kind: 'formula', formula: 'frames / (frames - 48)' },
    { id: notesId, name: 'Notes', kind: 'long_text' },
  ] as const
  for (const field of fields) {
    const made = await createFields({ studio, fields: [field] }, world.client)
    if (!made.ok) throw made.error
  }
})
afterEach(async () => await world.close())

const saved = (): unknown => world.fixture.server.list('items').find(({ title }) => title === 'Shot 0')?.fields
const findFields = async (): Promise<HTMLElement> => await screen.findByRole('region', { name: 'Fields of Shot 0' })

test('an item without field values has no row of fields; a value that is set is edited in place', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('button', { name: /Set a field/ })
  expect(screen.queryByRole('region', { name: 'Fields of Shot 0' })).toBeNull()

  await act(async () => await runCommand('popup.field', { args: [framesId, '1,200'] }))
  const fields = await findFields()
  await userEvent.click(within(fields).getByRole('button', { name: 'Frames 1,200' }))
  const input = within(fields).getByRole('textbox', { name: 'Frames of Shot 0' })
  await userEvent.clear(input)
  await userEvent.type(input, 'many{Enter}')

  expect(await within(fields).findByText('Frames: “many” is not a number.')).toBeDefined()
  expect(input).toHaveProperty('value', 'many')
  await userEvent.clear(input)
  await userEvent.type(input, '48{Enter}')
  await waitFor(() => expect(saved()).toEqual({ frames: 48 }))
  expect(document.activeElement?.id).toBe('task-popup')
  await act(async () => await undoStack.undo())
  await waitFor(() => expect(saved()).toEqual({ frames: 1200 }))
})

test('Esc cancels editing a field and keeps the popup open', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('button', { name: /Set a field/ })
  await act(async () => await runCommand('popup.edit-field', { args: [framesId] }))
  const fields = await findFields()

  await userEvent.type(within(fields).getByRole('textbox'), '12{Escape}')

  await waitFor(() => expect(screen.queryByRole('region', { name: 'Fields of Shot 0' })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Shot 0' })).toBeDefined()
  expect(saved()).toBeUndefined()
})

test('an invalid field value stays in the editor and shows the reason', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('button', { name: /Set a field/ })

  await act(async () => await runCommand('popup.field', { args: [framesId, 'many'] }))

  expect(toastStore.toasts.map(({ text }) => text)).toEqual(['Frames: “many” is not a number.'])
  expect(within(await findFields()).getByRole('textbox')).toHaveProperty('value', 'many')
})

test('a checkbox field is ticked at once, and a formula cannot be edited', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('button', { name: /Set a field/ })

  await act(async () => await runCommand('popup.edit-field', { args: [setId] }))
  await act(async () => await runCommand('popup.edit-field', { args: [sumId] }))

  await waitFor(() => expect(saved()).toEqual({ on_set: true }))
  expect(within(await findFields()).queryByRole('textbox')).toBeNull()
})

test('formulas are shown beside the fields, read-only, with the reason if they have no value', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('button', { name: /Set a field/ })

  await act(async () => await runCommand('popup.field', { args: [framesId, '48'] }))
  const fields = await findFields()

  expect((await within(fields).findByText('96')).closest('button')).toBeNull()
  expect((await within(fields).findByText('Division by zero')).closest('button')).toBeNull()
})

test('a long text field keeps its lines, and Enter saves them', async () => {
  world.openAt('?item=shot-0')
  await screen.findByRole('button', { name: /Set a field/ })
  await act(async () => await runCommand('popup.field', { args: [notesId, 'One\nTwo'] }))
  const fields = await findFields()

  await userEvent.click(within(fields).getByRole('button', { name: /Notes/ }))
  const input = within(fields).getByRole('textbox', { name: 'Notes of Shot 0' })
  expect(input).toHaveProperty('value', 'One\nTwo')
  await userEvent.type(input, '{End}{Shift>}{Enter}{/Shift}Three{Enter}')

  await waitFor(() => expect(saved()).toEqual({ notes: 'One\nTwo\nThree' }))
  expect(within(fields).getByRole('button', { name: /Notes/ }).textContent).toContain('One\nTwo\nThree')
})

test('a field that only higher roles may write is shown but cannot be edited', async () => {
  const { studio } = clientStore.get()
  const frames = studio?.getFields().find(({ id }) => id === framesId)
  if (studio === undefined || frames === undefined) throw new Error('Nothing to show')
  world.openAt('?item=shot-0')
  await screen.findByRole('button', { name: /Set a field/ })
  await act(async () => await runCommand('popup.field', { args: [framesId, '24'] }))
  await within(await findFields()).findByRole('button', { name: 'Frames 24' })

  const access = studio.replica.findAccess()
  vi.spyOn(studio.replica, 'findAccess').mockReturnValue(access && { ...access, level: 4 })
  await act(async () => void (await editField({ studio, field: frames, edit: { writeFloor: 'lead' } }, world.client)))
  await act(async () => await runCommand('popup.field', { args: [framesId, '48'] }))

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Frames 24' })).toBeNull())
  expect((await findFields()).textContent).toContain('Frames 24')
  expect(toastStore.toasts.map(({ text }) => text)).toEqual(['Frames may only be changed by the role lead and above'])
  expect(saved()).toEqual({ frames: 24 })
})

test('an item that is not a shot shows its kind beside its name as soon as it is set', async () => {
  const { studioId, spaceId, itemIds } = world.fixture
  const [studio, space] = [await world.client.openStudio(studioId), await world.client.openSpace({ studioId, spaceId })]
  const rows = [{ ...newRow('item_kinds', { id: anId<ItemKindId>(22, 1), key: 'vehicle', name: 'Vehicle' }) }]
  const extra = { studio_id: studioId }
  await world.client.mutate(insertRows, { table: 'item_kinds', rows, extra, label: 'Create kind' }, studio)
  world.openAt('?item=shot-0')
  await screen.findByRole('button', { name: /Set a field/ })
  expect(screen.queryByText('Vehicle')).toBeNull()

  const kind = studio.getKinds().find(({ name }) => name === 'Vehicle')
  await act(async () => void (await setItemKind({ space, itemIds: itemIds.slice(0, 1), kind }, world.client)))

  expect(await screen.findByText('Vehicle')).toBeDefined()
})
