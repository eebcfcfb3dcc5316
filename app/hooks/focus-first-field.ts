const fields = 'input:not([type=hidden],:disabled),textarea:not(:disabled)'

/** As a dialog opens: where there is something to type or choose, it has the focus; else what the primitive focuses. */
export function focusFirstField(event: Event): void {
  const field = event.currentTarget instanceof Element ? event.currentTarget.querySelector(fields) : null
  if (!(field instanceof HTMLElement)) return
  event.preventDefault()
  field.focus()
}
