import { act, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useSyncExternalStore, type ReactNode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { createKind } from '#core/casting/change-kinds.ts'
import { createFields } from '#core/fields/change-fields.ts'
import { newId, type FieldId, type ItemKindId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline, systemClock, systemIds } from '#core/sync/system.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { sentencePlace } from '#app/commands/sentence-place.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { registry } from '#app/commands/registry.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { FieldEditor } from './field-editor.tsx'
import { fieldSettingsCommands } from './field-settings-commands.ts'
import { kindCommands } from './kind-commands.ts'
import { KindEditor } from './kind-editor.tsx'

const kindId = newId<ItemKindId>()
const [lens, rig, look] = [newId<FieldId>(), newId<FieldId>(), newId<FieldId>()]

let stop: (() => void) | undefined
afterEach(() => {
  stop?.()
  resetClient()
  resetToasts()
  undoStack.clear()
})

/** Opens an in-memory studio with two fields of items, one of tasks, and a kind. */
async function open() {
  const { server, studioId, spaceId, userId } = aStudio()
  const client = await makeStudioClient({
    userId: userId(1),
    gateway: server.connect(userId(1)),
    store: makeMemoryStore(),
    clock: systemClock,
    ids: systemIds,
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  const studio = await client.openStudio(studioId)
  const fields = [
    { id: lens, name: 'Lens', kind: 'text' },
    { id: rig, name: 'Rig', kind: 'number' },
    { id: look, name: 'Look', kind: 'text', of: 'task' },
  ] as const
  for (const made of [
    await createFields({ studio, fields }, client),
    await createKind({ studio, kind: { id: kindId, name: 'Vehicle', itemType: 'asset' } }, client),
  ])
    if (!made.ok) throw made.error
  setClient(client)
  setStudio(studio)
  stop = registry.register([...fieldSettingsCommands, ...kindCommands])
  return { server, studio, space: await client.openSpace({ studioId, spaceId }) }
}

/** Renders again with every change of the studio, as the dialog does. */
function Following({ studio, children }: { readonly studio: StudioReplica; readonly children: () => ReactNode }) {
  useSyncExternalStore(studio.replica.subscribe, () => studio.replica.getVersion())
  return <LayerStackContext value={layerStack}>{children()}</LayerStackContext>
}

test('“Read by” sets which roles read a field, with undo', async () => {
  const { server, studio } = await open()
  const find = () => studio.getAllFields().find(({ id }) => id === lens)
  const draw = (canEdit: boolean) => (
    <Following studio={studio}>
      {() => {
        const field = find()
        return field && <FieldEditor studio={studio} field={field} canEdit={canEdit} />
      }}
    </Following>
  )
  const { rerender } = render(draw(true))
  const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Read by' })
  expect([...select().options].map(({ label }) => label)).toEqual([
    'Everybody',
    'owner only',
    'admin and above',
    'lead and above',
    'member and above',
  ])
  expect(select().value).toBe('')

  await userEvent.selectOptions(select(), 'lead and above')

  expect(find()?.readFloor).toBe('lead')
  expect(select().value).toBe('lead')
  // “Written by” is a separate setting.
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Written by' }).value).toBe('')
  await waitFor(() => expect(server.list('field_definitions').find(({ id }) => id === lens)?.readFloor).toBe('lead'))
  await act(async () => void (await undoStack.undo()))
  expect(select().value).toBe('')

  rerender(draw(false))
  expect(select().disabled).toBe(true)
})

test('a formula has no “Read by”: everybody reads it', async () => {
  const { studio } = await open()
  const field = { ...studio.getFields()[0], kind: 'formula', formula: '1' } as ReturnType<
    StudioReplica['getFields']
  >[number]

  render(<Following studio={studio}>{() => <FieldEditor studio={studio} field={field} canEdit />}</Following>)

  expect(screen.queryByRole('combobox', { name: 'Read by' })).toBeNull()
})

test('a formula shows sample results from the current space while it is typed, and completes names', async () => {
  const { studio, space } = await open()
  const leave = sentencePlace.enter({ space, getSelected: () => [] })
  const field = {
    ...studio.getFields()[0],
    id: newId<FieldId>(),
    key: 'double',
    kind: 'formula',
    formula: '',
  } as ReturnType<StudioReplica['getFields']>[number]
  render(<Following studio={studio}>{() => <FieldEditor studio={studio} field={field} canEdit />}</Following>)
  const input = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Formula' })
  const samples = () => screen.queryByRole('list', { name: 'What it gives' })

  await userEvent.type(input, 'na')
  await screen.findByText(/^Tab: name/)
  await userEvent.keyboard('{Tab} + "!"')
  await waitFor(() => expect(samples()?.textContent).toContain('Shot 1 Shot 1!'))
  await userEvent.type(input, ' + "unfinished na', { initialSelectionStart: 10 })
  await waitFor(() => expect(samples()).toBeNull())
  expect(screen.queryByText(/^Tab:/)).toBeNull()
  await userEvent.clear(input)
  await userEvent.type(input, '1 / (1 - 1)')
  await waitFor(() => expect(samples()?.textContent).toContain('Shot 1 Division by zero'))
  await userEvent.clear(input)
  await userEvent.type(input, ' + 1')
  await userEvent.type(input, 'fram', { initialSelectionStart: 0, initialSelectionEnd: 0 })
  await screen.findByText(/^Tab: frame_in/)
  await userEvent.keyboard('{Tab}')

  expect([input.value, input.selectionStart]).toEqual(['frame_in + 1', 8])
  leave()
})

test('a kind asks for the chosen fields; all, or none, means every field of its space', async () => {
  const { server, studio } = await open()
  const find = () => studio.getKinds().find(({ id }) => id === kindId)
  render(
    <Following studio={studio}>
      {() => {
        const kind = find()
        return kind && <KindEditor studio={studio} kind={kind} canEdit />
      }}
    </Following>,
  )
  await userEvent.click(screen.getByRole('button', { name: /Every field of their space/ }))
  const list = within(await screen.findByRole('listbox', { name: 'Fields' }))
  const pick = async (name: string) => await userEvent.click(list.getByRole('option', { name }))
  expect(list.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Lens', 'Rig'])

  await pick('Rig')
  expect(find()?.fieldIds).toEqual([rig])
  await waitFor(() => expect(server.list('item_kinds')[0]?.fieldIds).toEqual([rig]))
  await pick('Lens')
  expect(find()?.fieldIds).toEqual([])
  await act(async () => void (await undoStack.undo()))
  expect(find()?.fieldIds).toEqual([rig])
  await pick('Rig')
  expect(find()?.fieldIds).toEqual([])
})

test('a kind cannot take another’s name, keeps what was typed, and new kinds get distinct names', async () => {
  const { server, studio } = await open()
  const add = async () => await act(async () => await runCommand('studio-kind.add'))
  await add()
  await add()
  expect(studio.getKinds().map(({ name }) => name)).toEqual(['Vehicle', 'New kind', 'New kind 2'])
  render(
    <Following studio={studio}>
      {() => {
        const kind = studio.getKinds().find(({ name }) => name === 'New kind')
        return kind && <KindEditor studio={studio} kind={kind} canEdit />
      }}
    </Following>,
  )

  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
  await userEvent.clear(name)
  await userEvent.type(name, ' vehicle {Enter}')

  await waitFor(() => expect(toastStore.toasts.map(({ text }) => text)).toContain('There is already a kind "Vehicle"'))
  expect(name.value).toBe(' vehicle ')
  expect(server.list('item_kinds').map((kind) => kind.name)).not.toContain('vehicle')
  await userEvent.clear(name)
  await userEvent.type(name, 'NEW KIND{Enter}')
  await waitFor(() => expect(studio.getKinds().map((kind) => kind.name)).toContain('NEW KIND'))
})
