/** Whether focus may go to the cursor's cell: not away from a text being written, nor out of a window over the page. */
export function canTakeFocus(): boolean {
  const active = document.activeElement
  if (active === null || active === document.body) return true
  return (
    active.closest('input:not([type="radio"]),textarea,[role="dialog"],[role="alertdialog"],[role="menu"]') === null
  )
}
