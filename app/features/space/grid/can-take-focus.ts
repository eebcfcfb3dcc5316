/** Whether the cursor's cell can take the focus: not from a text being typed, nor out of a dialog over the page. */
export function canTakeFocus(): boolean {
  const active = document.activeElement
  if (active === null || active === document.body) return true
  return (
    active.closest('input:not([type="radio"]),textarea,[role="dialog"],[role="alertdialog"],[role="menu"]') === null
  )
}
