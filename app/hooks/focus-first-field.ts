const fields = 'input:not([type=hidden],:disabled),textarea:not(:disabled)'

/** Focuses the first field of an opening dialog; without one, the primitive chooses the focus. */
export function focusFirstField(event: Event): void {
  const field = event.currentTarget instanceof Element ? event.currentTarget.querySelector(fields) : null
  if (!(field instanceof HTMLElement)) return
  event.preventDefault()
  field.focus()
}
