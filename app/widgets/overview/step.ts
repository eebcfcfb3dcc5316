export type Direction = 'left' | 'right' | 'up' | 'down'

type PanelOnPage = { readonly bars: readonly HTMLElement[]; readonly isAcross: boolean }

/** Focuses the first number of the overview. */
export function focusOverview(): void {
  const section = document.querySelector('[data-overview]')
  section?.scrollIntoView({ block: 'start' })
  findPanels()[0]?.bars[0]?.focus()
}

/** Moves the focus along a panel's numbers, and from the last into the next panel. */
export function stepInOverview(direction: Direction): void {
  const panels = findPanels()
  const at = panels.findIndex(({ bars }) => bars.some((bar) => bar === document.activeElement))
  const panel = panels[at]
  if (panel === undefined) return
  const by = direction === 'right' || direction === 'down' ? 1 : -1
  const isAlong = panel.isAcross === (direction === 'left' || direction === 'right')
  const place = panel.bars.findIndex((bar) => bar === document.activeElement)
  const inside = isAlong ? panel.bars[place + by] : undefined
  const next = panels[at + by]
  const beyond = isAlong && by < 0 ? next?.bars.at(-1) : next?.bars[0]
  const target = inside ?? beyond
  target?.focus()
  target?.scrollIntoView({ block: 'nearest' })
}

function findPanels(): readonly PanelOnPage[] {
  return [...document.querySelectorAll<HTMLElement>('[data-overview-panel]')]
    .map((element) => ({
      bars: [...element.querySelectorAll<HTMLElement>('[data-overview-bar]')],
      isAcross: element.dataset['overviewPanel'] === 'across',
    }))
    .filter(({ bars }) => bars.length > 0)
}
