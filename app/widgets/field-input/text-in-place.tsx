import { useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { classNames } from '#app/lib/class-names.ts'
import styles from './text-in-place.module.css'

type TextInPlaceProps = {
  readonly label: string
  readonly value: string
  readonly draft?: string | undefined
  readonly align?: 'start' | 'end'
  /** Whether it has several lines: Shift+Enter begins one. */
  readonly isMultiline?: boolean
  /** What is offered while one types. */
  readonly choices?: readonly string[] | undefined
  /** Why a text cannot be kept: the field then stays, with what was typed. */
  readonly check?: ((text: string) => string | undefined) | undefined
  /** Enter or leaving the field, with whatever was typed. */
  readonly onCommit: (text: string) => void
  readonly onCancel: () => void
}

/** A field in the place of a text: Enter and leaving it save, Esc puts the text back. */
export function TextInPlace(props: TextInPlaceProps) {
  const { align = 'start', isMultiline = false, choices = [] } = props
  const listId = useId()
  const problemId = useId()
  const { shared, problem } = useWriting(props, problemId)
  const field = isMultiline ? (
    <textarea
      {...shared}
      placeholder="Shift+Enter begins a line"
      className={classNames(styles['field'], styles['lines'])}
    />
  ) : (
    <input
      {...shared}
      type="text"
      list={choices.length === 0 ? undefined : listId}
      className={classNames(styles['field'], align === 'end' && styles['end'])}
    />
  )
  return (
    <>
      {field}
      <Choices id={listId} choices={choices} />
      {problem !== undefined && (
        <span id={problemId} role="alert" className={styles['problem']}>
          {problem}
        </span>
      )}
    </>
  )
}

/** What is typed, and what keys and leaving the field do with it. */
function useWriting(props: TextInPlaceProps, problemId: string) {
  const { label, value, draft, isMultiline = false, check, onCommit, onCancel } = props
  const [text, setText] = useState(draft ?? value)
  const [problem, setProblem] = useState<string>()
  const isOver = useRef(false)
  // One function for the life of the field: called once, when it appears, and not with every letter.
  const [focusField] = useState(() => (input: HTMLInputElement | HTMLTextAreaElement | null): void => {
    input?.focus()
    if (draft === undefined) input?.select()
  })
  const finish = (end: () => void): void => {
    // Taking the field away makes it lose focus, which must not save a second time.
    if (isOver.current) return
    isOver.current = true
    end()
  }
  const commit = (): void => {
    if (isOver.current) return
    const found = check?.(text)
    setProblem(found)
    if (found === undefined) finish(() => onCommit(text))
  }
  const shared = {
    ref: focusField,
    'aria-label': label,
    autoComplete: 'off',
    value: text,
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => setText(event.currentTarget.value),
    onBlur: commit,
    'aria-invalid': problem === undefined ? undefined : true,
    'aria-describedby': problem === undefined ? undefined : problemId,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return
      if (event.key !== 'Enter' && event.key !== 'Escape') return
      event.stopPropagation()
      if (event.key === 'Enter' && event.shiftKey && isMultiline) return
      event.preventDefault()
      if (event.key === 'Enter') commit()
      else finish(onCancel)
    },
  } as const
  return { shared, problem }
}

function Choices({ id, choices }: { readonly id: string; readonly choices: readonly string[] }) {
  if (choices.length === 0) return null
  return (
    <datalist id={id}>
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </datalist>
  )
}
