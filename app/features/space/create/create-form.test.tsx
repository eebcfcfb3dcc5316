import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { createFields, deleteFields, editField } from '#core/fields/change-fields.ts'
import { newId, toId, type FieldId, type ItemKindId } from '#core/lib/ids.ts'
import type { FieldOption } from '#core/schema/field-definitions.ts'
import { newRow } from '#core/schema/tables.ts'
import { useSpaceVersion } from '../model/use-space-version.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { registry } from '#app/commands/registry.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { makeCreateCommands } from '../commands/create-commands.ts'
import { resetSpaceView } from '../space-view-store.ts'
import { openTestSpace } from '../test/a-space.ts'
import { CreateForm } from './create-form.tsx'

let stop = (): void => undefined
afterEach(() => {
  stop()
  resetSpaceView()
  localStorage.clear()
})

function Following({ model }: { readonly model: SpaceModel }) {
  useSpaceVersion(model)
  return (
    <LayerStackContext value={layerStack}>
      <CreateForm model={model} />
    </LayerStackContext>
  )
}

async function open() {
  const vehicle = newRow('item_kinds', { id: toId<ItemKindId>('vehicle'), key: 'vehicle', name: 'Vehicle' })
  const page = await openTestSpace({ kinds: [vehicle] })
  const { client, studio, model, space } = page
  const [mood, camera] = [newId<FieldId>(), newId<FieldId>()]
  const fields = [
    { id: mood, name: 'Mood', kind: 'choice', options: ['Calm', 'Storm'] },
    { id: camera, name: 'Camera', kind: 'text' },
  ] as const
  await createFields({ studio, fields }, client)
  stop = registry.register(makeCreateCommands({ ...page, scope: 'grid' }))
  const view = render(<Following model={model} />)
  const find = () => {
    const field = studio.getFields().find(({ id }) => id === mood)
    if (field === undefined) throw new Error('The field was made')
    return field
  }
  const setOptions = async (change: (options: readonly FieldOption[]) => readonly FieldOption[]): Promise<void> => {
    await act(
      async () => void (await editField({ studio, field: find(), edit: { options: change(find().options) } }, client)),
    )
  }
  const textOf = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value
  const type = async (label: string, text: string): Promise<void> => {
    await userEvent.type(screen.getByLabelText(label), text)
  }
  const findItem = (title: string) =>
    space
      .getCollections()
      .flatMap(({ id }) => space.getItems(id))
      .find((item) => item.title === title)
  const fieldsOf = (title: string) => findItem(title)?.fields
  const isMade = (title: string): boolean => findItem(title) !== undefined
  const remove = async (): Promise<void> => {
    await act(async () => void (await deleteFields({ studio, ids: [camera] }, client)))
  }
  return { model, find, setOptions, textOf, type, fieldsOf, isMade, remove, view }
}

test('a renamed option is followed in the create form, and the item has it', async () => {
  const { find, setOptions, textOf, type, fieldsOf, view, model } = await open()
  await type('Name 1', 'sh900')
  await type('Mood', 'calm')
  const calm = find().options[0]?.id

  // Another option now has its old name: the chosen one is still meant.
  await setOptions(([one, other]) =>
    [one && { ...one, name: 'Quiet' }, other && { ...other, name: 'Calm' }].flatMap((each) => each ?? []),
  )
  expect(textOf('Mood')).toBe('Quiet')
  // Also when the form is closed, and while another field is typed.
  view.unmount()
  render(<Following model={model} />)
  expect(textOf('Mood')).toBe('Quiet')
  await type('Camera', 'A7')
  await setOptions((options) => options.map((option) => (option.id === calm ? { ...option, name: 'Still' } : option)))
  expect(textOf('Mood')).toBe('Still')

  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(fieldsOf('sh900')).toEqual({ mood: calm, camera: 'A7' }))
})

test('an option removed while it is chosen is reported by name, and no input is lost', async () => {
  const { setOptions, textOf, type, fieldsOf } = await open()
  await type('Name 1', 'sh900')
  await type('Mood', 'Calm')
  await type('Camera', 'A7')
  await setOptions((options) => options.filter(({ name }) => name !== 'Calm'))
  const told = 'Mood: “Calm” has been removed. Choose another, or leave it empty.'

  expect(screen.getByText(told)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))

  expect((await screen.findByRole('alert')).textContent).toBe(told)
  expect([textOf('Name 1'), textOf('Mood'), textOf('Camera'), fieldsOf('sh900')]).toEqual([
    'sh900',
    'Calm',
    'A7',
    undefined,
  ])
  await userEvent.clear(screen.getByLabelText('Mood'))
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(fieldsOf('sh900')).toEqual({ camera: 'A7' }))
})

test('the create form’s alert is scrolled into view, as the end of a long form is off a phone’s screen', async () => {
  const { type, remove } = await open()
  await type('Name 1', 'sh900')
  await type('Camera', 'A7')
  await remove()
  const shown = vi.spyOn(Element.prototype, 'scrollIntoView')

  await userEvent.click(screen.getByRole('button', { name: 'Create' }))

  await screen.findByRole('alert')
  expect(shown).toHaveBeenCalled()
  shown.mockRestore()
})

test('input for a field that is gone is reported before it is dropped', async () => {
  const { type, remove, isMade, textOf } = await open()
  await type('Name 1', 'sh900')
  await type('Camera', 'A7')
  await remove()

  await userEvent.click(screen.getByRole('button', { name: 'Create' }))

  expect((await screen.findByRole('alert')).textContent).toBe(
    'No field takes “A7” any more. Create again to leave it out.',
  )
  expect([textOf('Name 1'), isMade('sh900')]).toEqual(['sh900', false])
  await userEvent.click(screen.getByRole('button', { name: 'Create' }))
  await waitFor(() => expect(isMade('sh900')).toBe(true))
})

test('the create form is titled by the chosen kind', async () => {
  await open()
  expect(screen.getByRole('dialog', { name: 'Create Shot' })).toBeDefined()

  await userEvent.click(screen.getByRole('button', { name: /^Kind/ }))
  await userEvent.click(screen.getByRole('option', { name: 'Vehicle' }))

  expect(screen.getByRole('dialog', { name: 'Create Vehicle' })).toBeDefined()
})
