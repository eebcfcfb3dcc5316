const textRoles = '[role="textbox"],[role="searchbox"],[role="combobox"],[role="spinbutton"]'
const notText = 'button,checkbox,color,file,image,radio,range,reset,submit'.split(',')

/** Whether typing goes into this element as text. */
export function isTextField(target: unknown): boolean {
  if (!(target instanceof Element)) return false
  if (target instanceof HTMLInputElement) return !notText.includes(target.type)
  // jsdom lacks isContentEditable, so the attribute is read as well.
  const editable = target.closest('[contenteditable]')?.getAttribute('contenteditable')
  if (editable === '' || editable === 'true' || editable === 'plaintext-only') return true
  return target.matches(`textarea,select,${textRoles}`)
}
