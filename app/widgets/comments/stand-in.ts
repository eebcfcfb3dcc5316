import type { TaskId } from '#core/lib/ids.ts'

type Written = {
  readonly text: string
  readonly write: (text: string) => void
  /** The focus went elsewhere before the field came. */
  readonly leave: () => void
}
type StandIn = { readonly field: HTMLTextAreaElement; readonly taskId: TaskId }

let standIn: StandIn | undefined
let origin: HTMLElement | undefined
// A browser takes the focus from what is moved, and says so.
let isMoving = false

/**
 * Takes the keys for a field that is not drawn yet: what is typed meanwhile is text, and never a command. It goes when the
 * field comes, or when the focus goes elsewhere.
 */
export function openStandIn(taskId: TaskId, { text, write, leave }: Written): HTMLTextAreaElement {
  if (document.activeElement instanceof HTMLElement) origin = document.activeElement
  const field = document.createElement('textarea')
  field.className = 'visually-hidden'
  field.setAttribute('aria-label', 'Comment')
  field.value = text
  field.addEventListener('input', () => write(field.value))
  field.addEventListener('blur', () => {
    // Another window's turn is not the end of it.
    if (isMoving || document.activeElement === field) return
    close(field)
    leave()
  })
  field.addEventListener('keydown', ({ key, isComposing }) => {
    if (key !== 'Escape' || isComposing) return
    const found = findOrigin()
    // What it was begun from can have gone with its page.
    if (found === undefined) field.blur()
    else found.focus()
  })
  standIn = { field, taskId }
  move(field, document.querySelector('#task-popup') ?? document.body)
  return field
}

/** Goes with the focus into a window that holds it; false where nobody writes. */
export function moveStandIn(into: HTMLElement): boolean {
  if (standIn === undefined || document.activeElement !== standIn.field) return false
  move(standIn.field, into)
  return true
}

/** Gives text and caret to the field it stood in for; false where nobody was writing. */
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

/** What had the focus before somebody began to write, once: a window that opens gives it back there. */
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
