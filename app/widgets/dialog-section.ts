let asked: string | undefined

/** Makes a section of a dialog that is about to open scroll into view, with the focus on its first control. */
export function showSection(label: string): void {
  asked = label
}

/** The `ref` of such a section. */
export function dialogSection(section: HTMLElement | null): void {
  if (section === null || section.getAttribute('aria-label') !== asked) return
  asked = undefined
  section.scrollIntoView({ block: 'start' })
  section.querySelector<HTMLElement>(':is(input,select,button):not([hidden])')?.focus({ preventScroll: true })
}
