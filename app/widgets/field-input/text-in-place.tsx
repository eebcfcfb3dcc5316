import { useEffect, useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { classNames } from '#app/lib/class-names.ts'
import { showToast } from '#app/stores/toast-store.ts'
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
      placeholder="Shift+Enter starts a new line"
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
  // What stood there when writing began, or what somebody else has set since and was told of.
  const [seen, setSeen] = useState(value)
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
    const isChanged = value !== seen && value !== text
    if (isChanged && draft === undefined && text === seen) return finish(onCancel)
    const found = check?.(text) ?? (isChanged ? tellChange(value) : undefined)
    setProblem(found)
    setSeen(value)
    if (found === undefined) finish(() => onCommit(text))
  }
  useSavingOnLeave(() => {
    if (text === seen || text === value) return
    // What cannot be kept is committed as well: whoever keeps it says why not, with what was typed.
    finish(() => (value === seen ? onCommit(text) : tellLost(text, value)))
  })
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

/** Its row may be scrolled out of sight, or its column be deleted, while one types: then it does not lose its focus first. */
function useSavingOnLeave(save: () => void): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => () => latest.current(), [])
}

/** As much of a text as a line holds. */
const longestTold = 60

function shorten(value: string): string {
  return value.length > longestTold ? `${value.slice(0, longestTold)}…` : value
}

function tellChange(value: string): string {
  if (value === '') return 'Cleared in the meantime. Press Enter to save yours.'
  return `Changed to “${shorten(value)}” in the meantime. Press Enter to replace it.`
}

/** Says what was typed where the field went away after somebody else had changed what it says. */
function tellLost(text: string, value: string): void {
  const change = value === '' ? 'It was cleared' : `It was changed to “${shorten(value)}”`
  showToast({ kind: 'error', text: `“${text}” was not saved. ${change} in the meantime.` })
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
