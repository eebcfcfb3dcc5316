type Point = { readonly x: number; readonly y: number }

/** The card that floats at the pointer; it is one element, moved by hand so that a drag renders nothing. */
export function showPreview(title: string, place: string, { x, y }: Point): void {
  const card = findCard()
  if (card === undefined) return
  const [name, detail] = card.children
  if (name !== undefined && name.textContent !== title) name.textContent = title
  if (detail !== undefined && detail.textContent !== place) detail.textContent = place
  card.hidden = false
  // Not measured, which would lay the page out with every move: it is never wider than this.
  const left = Math.min(x + 14, window.innerWidth - 268)
  card.style.transform = `translate(${left}px, ${Math.min(y + 16, window.innerHeight - 60)}px)`
}

export function hidePreview(): void {
  const card = findCard()
  if (card !== undefined) card.hidden = true
}

function findCard(): HTMLElement | undefined {
  return document.querySelector<HTMLElement>('[data-drag-preview]') ?? undefined
}
