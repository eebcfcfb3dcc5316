let asked: string | undefined

/** A part of a dialog that is about to open comes into view as it is drawn, and its first control has the focus. */
export function showSection(label: string): void {
  asked = label
}

/** The `ref` of such a part. */
export function dialogSection(section: HTMLElement | null): void {
  if (section === null || section.getAttribute('aria-label') !== asked) return
  asked = undefined
  section.scrollIntoView({ block: 'start' })
  section.querySelector<HTMLElement>(':is(input,select,button):not([hidden])')?.focus({ preventScroll: true })
}
