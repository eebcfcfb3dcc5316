import type { TaskId } from '#core/lib/ids.ts'

type Written = {
  readonly text: string
  readonly write: (text: string) => void
  /** Called when the focus moves away before the field is rendered. */
  readonly leave: () => void
}
type StandIn = { readonly field: HTMLTextAreaElement; readonly taskId: TaskId }

let standIn: StandIn | undefined
let origin: HTMLElement | undefined
// Moving an element makes the browser blur it.
let isMoving = false

/**
 * Takes the keys for a field that is not rendered yet: what is typed meanwhile is text, never a command. It goes when
 * the field arrives, or when the focus moves elsewhere.
 */
export function openStandIn(taskId: TaskId, { text, write, leave }: Written): HTMLTextAreaElement {
  if (document.activeElement instanceof HTMLElement) origin = document.activeElement
  const field = document.createElement('textarea')
  field.className = 'visually-hidden'
  field.setAttribute('aria-label', 'Comment')
  field.value = text
  field.addEventListener('input', () => write(field.value))
  field.addEventListener('blur', () => {
    // Switching to another window does not end it.
    if (isMoving || document.activeElement === field) return
    close(field)
    leave()
  })
  field.addEventListener('keydown', ({ key, isComposing }) => {
    if (key !== 'Escape' || isComposing) return
    const found = findOrigin()
    // The element it was opened from may be gone with its page.
    if (found === undefined) field.blur()
    else found.focus()
  })
  standIn = { field, taskId }
  move(field, document.querySelector('#task-popup') ?? document.body)
  return field
}

/** Moves the stand-in, with the focus, into a window that traps it; returns false if nobody is typing. */
export function moveStandIn(into: HTMLElement): boolean {
  if (standIn === undefined || document.activeElement !== standIn.field) return false
  move(standIn.field, into)
  return true
}

/** Passes text and caret to the field it stood in for; returns false if nobody was typing. */
export function handOver(taskId: TaskId, to: HTMLTextAreaElement): boolean {
  if (standIn?.taskId !== taskId) return false
  const { field } = standIn
  const isWritten = document.activeElement === field
  if (isWritten) {
    const { value, selectionStart, selectionEnd } = field
    to.value = value
    to.focus()
    to.setSelectionRange(selectionStart, selectionEnd)
  }
  close(field)
  return isWritten
}

/** Returns, once, what had the focus before the person began to type: a window that opens returns the focus there. */
export function takeOrigin(): HTMLElement | undefined {
  const found = findOrigin()
  origin = undefined
  return found
}

function findOrigin(): HTMLElement | undefined {
  return origin?.isConnected === true ? origin : undefined
}

function move(field: HTMLTextAreaElement, into: Element): void {
  const caret = field.isConnected ? field.selectionEnd : field.value.length
  isMoving = true
  into.append(field)
  isMoving = false
  field.focus({ preventScroll: true })
  field.setSelectionRange(caret, caret)
}

function close(field: HTMLTextAreaElement): void {
  if (standIn?.field === field) standIn = undefined
  field.remove()
}
