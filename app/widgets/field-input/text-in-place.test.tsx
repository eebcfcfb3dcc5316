import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { TextInPlace } from './text-in-place.tsx'

afterEach(cleanup)

afterEach(resetToasts)

/** A field in place of a text that someone else may change. */
function aField(given: { readonly value: string; readonly draft?: string; readonly problem?: string }) {
  const [onCommit, onCancel] = [vi.fn<(text: string) => void>(), vi.fn<() => void>()]
  const draw = (value: string) => (
    <TextInPlace
      label="Frames"
      draft={given.draft}
      value={value}
      check={() => given.problem}
      onCommit={onCommit}
      onCancel={onCancel}
    />
  )
  const { rerender, unmount } = render(draw(given.value))
  return {
    onCommit,
    onCancel,
    unmount,
    input: screen.getByRole('textbox', { name: 'Frames' }),
    somebodySets: (value: string) => rerender(draw(value)),
  }
}

test('a value someone else set during editing is shown before it is replaced', async () => {
  const { input, onCommit, somebodySets } = aField({ value: '7', draft: '1' })
  await userEvent.type(input, '1')
  somebodySets('22')

  await userEvent.type(input, '{Enter}')

  expect(screen.getByRole('alert').textContent).toBe('Changed to “22” in the meantime. Press Enter to replace it.')
  expect(onCommit).not.toHaveBeenCalled()
  await userEvent.type(input, '{Enter}')
  expect(onCommit.mock.calls).toEqual([['11']])
})

test('a field left without typing does not overwrite a value someone else set', () => {
  const { input, onCommit, onCancel, somebodySets } = aField({ value: '7' })
  somebodySets('22')

  fireEvent.blur(input)

  expect(onCommit).not.toHaveBeenCalled()
  expect(onCancel).toHaveBeenCalledOnce()
})

test('typed text is saved when the field is removed during editing, but not after Esc', async () => {
  const typed = aField({ value: '7' })
  await userEvent.clear(typed.input)
  await userEvent.type(typed.input, '33')
  typed.unmount()
  const left = aField({ value: '7' })
  await userEvent.type(left.input, '4{Escape}')
  left.unmount()
  const seen = aField({ value: '7' })
  seen.unmount()

  expect(typed.onCommit.mock.calls).toEqual([['33']])
  expect(left.onCommit).not.toHaveBeenCalled()
  expect(seen.onCommit).not.toHaveBeenCalled()
})

test('text the check refuses is still committed when the field is removed, so that it is reported', async () => {
  const { input, onCommit, unmount } = aField({ value: '7', draft: 'man', problem: 'Frames: not a number.' })
  await userEvent.type(input, 'y')

  unmount()

  expect(onCommit.mock.calls).toEqual([['many']])
})

test.each([
  ['22', '“11” was not saved. It was changed to “22” in the meantime.'],
  ['', '“11” was not saved. It was cleared in the meantime.'],
])('typed text is reported when the field is removed after someone set it to “%s”', async (set, told) => {
  const { input, onCommit, unmount, somebodySets } = aField({ value: '7', draft: '1' })
  await userEvent.type(input, '1')
  somebodySets(set)

  unmount()

  expect(toastStore.toasts.map(({ text }) => text)).toEqual([told])
  expect(onCommit).not.toHaveBeenCalled()
})

test('the reason for refusing a text stays in the window', async () => {
  const { input } = aField({ value: '12', problem: 'Not a number.' })
  const spy = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect')
  spy.mockReturnValue(new DOMRect(window.innerWidth - 100, 0, 280, 20))

  await userEvent.type(input, 'x{Enter}')

  expect(screen.getByRole('alert').dataset['side']).toBe('end')
  spy.mockRestore()
})
