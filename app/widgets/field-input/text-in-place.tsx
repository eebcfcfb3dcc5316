import { useEffect, useId, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import { classNames } from '#app/lib/class-names.ts'
import { showToast } from '#app/stores/toast-store.ts'
import styles from './text-in-place.module.css'

type TextInPlaceProps = {
  readonly label: string
  readonly value: string
  readonly draft?: string | undefined
  readonly align?: 'start' | 'end'
  /** Whether it has several lines: Shift+Enter adds one. */
  readonly isMultiline?: boolean
  /** Suggestions while typing. */
  readonly choices?: readonly string[] | undefined
  /** Returns why a text cannot be saved: the field then stays, with the text. */
  readonly check?: ((text: string) => string | undefined) | undefined
  /** Called on Enter or on leaving the field, with the typed text. */
  readonly onCommit: (text: string) => void
  readonly onCancel: () => void
}

/** A field in place of a text: Enter and leaving it save, Esc restores the text. */
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
        <span ref={keepInView} id={problemId} role="alert" className={styles['problem']}>
          {problem}
        </span>
      )}
    </>
  )
}

/** Lets the reason extend to the other side where it would leave the window. */
function keepInView(reason: HTMLElement | null): void {
  if (reason !== null && reason.getBoundingClientRect().right > window.innerWidth) reason.dataset['side'] = 'end'
}

/** Holds the typed text, and the handlers for keys and blur. */
function useWriting(props: TextInPlaceProps, problemId: string) {
  const { label, value, draft, isMultiline = false, check, onCommit, onCancel } = props
  const [text, setText] = useState(draft ?? value)
  const [problem, setProblem] = useState<string>()
  // The value when editing began, or one set by someone else since that the person was shown.
  const [seen, setSeen] = useState(value)
  const isOver = useRef(false)
  // One function for the field's lifetime: called once, on mount, and not on every letter.
  const [focusField] = useState(() => (input: HTMLInputElement | HTMLTextAreaElement | null): void => {
    input?.focus()
    if (draft === undefined) input?.select()
  })
  const finish = (end: () => void): void => {
    // Removing the field blurs it, which must not save a second time.
    if (isOver.current) return
    isOver.current = true
    end()
  }
  const commit = (): void => {
    if (isOver.current) return
    const isChanged = value !== seen && value !== text
    if (isChanged && draft === undefined && text === seen) return finish(onCancel)
    const found = check?.(text) ?? (isChanged ? describeChange(value) : undefined)
    setProblem(found)
    setSeen(value)
    if (found === undefined) finish(() => onCommit(text))
  }
  useSavingOnLeave(() => {
    if (text === seen || text === value) return
    // Refused text is committed too: the caller says why it was not saved, quoting it.
    finish(() => (value === seen ? onCommit(text) : announceLost(text, value)))
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

/**
 * Saves when the field is removed during editing, as when its row scrolls out of view or its column is deleted: there
 * is no blur then.
 */
function useSavingOnLeave(save: () => void): void {
  const latest = useRef(save)
  useEffect(() => {
    latest.current = save
  })
  useEffect(() => () => latest.current(), [])
}

/** The longest text quoted in full. */
const longestQuoted = 60

function shorten(value: string): string {
  return value.length > longestQuoted ? `${value.slice(0, longestQuoted)}…` : value
}

function describeChange(value: string): string {
  if (value === '') return 'Cleared in the meantime. Press Enter to save yours.'
  return `Changed to “${shorten(value)}” in the meantime. Press Enter to replace it.`
}

/** Quotes the typed text when the field was removed after someone else had changed its value. */
function announceLost(text: string, value: string): void {
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
