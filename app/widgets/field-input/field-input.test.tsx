import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { newId, type FieldId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { newRow } from '#core/schema/tables.ts'
import { FieldInput } from './field-input.tsx'

afterEach(cleanup)

const frames = newRow('field_definitions', { id: newId<FieldId>(), key: 'frames', name: 'Frames', kind: 'text' })
const option = (name: string) => ({ id: name.toLowerCase(), name, color: '#22c55e' })

/** A text field being edited, whose definition someone may change elsewhere. */
function aField(field: FieldDefinition = frames) {
  const [onCommit, onCancel] = [vi.fn<(text: string) => void>(), vi.fn<() => void>()]
  const draw = (now: FieldDefinition, value?: FieldValue) => (
    <FieldInput
      label="Frames of sh010"
      field={now}
      value={value}
      people={[]}
      draft=""
      onCommit={onCommit}
      onCancel={onCancel}
    />
  )
  const { rerender } = render(draw(field))
  return {
    onCommit,
    find: () => screen.getByLabelText<HTMLInputElement>('Frames of sh010'),
    becomes: (changes: Partial<FieldDefinition>, value?: FieldValue) => rerender(draw({ ...field, ...changes }, value)),
  }
}

test('a field whose kind changes during editing says so and keeps the typed text', async () => {
  const { find, becomes, onCommit } = aField()
  await userEvent.type(find(), 'a lot')
  becomes({ kind: 'number' })

  await userEvent.type(find(), '{Enter}')

  expect(find().value).toBe('a lot')
  expect(onCommit).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toBe(
    'Frames: “a lot” is not a number. The field was changed from Text to Number in the meantime.',
  )
  await userEvent.clear(find())
  await userEvent.type(find(), '12{Enter}')
  expect(onCommit.mock.calls).toEqual([['12']])
})

test('a field that becomes multiline during editing keeps the text and the focus', async () => {
  const { find, becomes, onCommit } = aField()
  await userEvent.type(find(), 'one')

  becomes({ kind: 'long_text' })

  expect(find().tagName).toBe('TEXTAREA')
  expect(document.activeElement).toBe(find())
  await userEvent.keyboard('{End} two{Enter}')
  expect(onCommit.mock.calls).toEqual([['one two']])
})

test('an option deleted while its name is being typed is reported in a sentence', async () => {
  const list: FieldDefinition = { ...frames, kind: 'choice', options: [option('Short'), option('Long')] }
  const { find, becomes, onCommit } = aField(list)
  await userEvent.type(find(), 'Long')
  becomes({ options: [option('Short')] })

  await userEvent.type(find(), '{Enter}')

  expect(find().value).toBe('Long')
  expect(onCommit).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toContain('Its options were changed in the meantime.')
})

test.each([
  ['choice', 'me', 'Medium'],
  ['choice', 'm', 'm'],
  ['choice', 'mild', 'mild'],
  ['checkbox', 'ye', 'yes'],
  ['date', '31.12.2026', '31.12.2026'],
  ['date', 'bedtime', 'bedtime'],
] as const)('a text typed into a %s is completed if it can mean only one thing: %s', async (kind, typed, saved) => {
  const { find, onCommit } = aField({ ...frames, kind, options: ['Easy', 'Medium', 'Mild'].map(option) })

  await userEvent.type(find(), `${typed}{Enter}`)

  const refused = screen.queryByRole('alert') === null ? [] : [typed]
  expect([...onCommit.mock.calls.flat(), ...refused]).toEqual([saved])
})

test('a day in words is saved as a date, and an ambiguous one stays', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-24T12:00:00Z') })
  const { find, onCommit } = aField({ ...frames, kind: 'date' })

  await userEvent.type(find(), '12/5{Enter}')
  expect(onCommit).not.toHaveBeenCalled()
  await userEvent.clear(find())
  await userEvent.type(find(), 'fri{Enter}')

  expect(onCommit.mock.calls).toEqual([['2026-11-27']])
  vi.useRealTimers()
})
