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

/** A field of text being written in, whose definition somebody may change elsewhere. */
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

test('where the kind of a field is changed while one types, it is said, and what was typed stays', async () => {
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

test('a field that takes several lines from now on keeps what was typed, and the focus', async () => {
  const { find, becomes, onCommit } = aField()
  await userEvent.type(find(), 'one')

  becomes({ kind: 'long_text' })

  expect(find().tagName).toBe('TEXTAREA')
  expect(document.activeElement).toBe(find())
  await userEvent.keyboard('{End} two{Enter}')
  expect(onCommit.mock.calls).toEqual([['one two']])
})

test('an option that is taken away while its name is typed is missed in a sentence', async () => {
  const list: FieldDefinition = { ...frames, kind: 'choice', options: [option('Short'), option('Long')] }
  const { find, becomes, onCommit } = aField(list)
  await userEvent.type(find(), 'Long')
  becomes({ options: [option('Short')] })

  await userEvent.type(find(), '{Enter}')

  expect(find().value).toBe('Long')
  expect(onCommit).not.toHaveBeenCalled()
  expect(screen.getByRole('alert').textContent).toContain('Its options were changed in the meantime.')
})
