type Point = { readonly x: number; readonly y: number }

/** Shows the card that floats at the pointer: one element moved by hand, so that a drag renders nothing. */
export function showPreview(title: string, place: string, { x, y }: Point): void {
  const card = findCard()
  if (card === undefined) return
  const [name, detail] = card.children
  if (name !== undefined && name.textContent !== title) name.textContent = title
  if (detail !== undefined && detail.textContent !== place) detail.textContent = place
  card.hidden = false
  // Measuring it or the window would force a layout with every move: here 100 % is its own size.
  card.style.transform = `translate(min(${x + 14}px, 100vw - 100% - 8px), min(${y + 16}px, 100vh - 100% - 8px))`
}

export function hidePreview(): void {
  const card = findCard()
  if (card !== undefined) card.hidden = true
}

function findCard(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>('[data-drag-preview]') ?? undefined
}
