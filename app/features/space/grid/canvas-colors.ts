import type { Theme } from '#core/tasks/status-pill.ts'

const names = [
  ...(['bg', 'surface-1', 'surface-2', 'line', 'line-strong', 'text', 'text-2', 'text-3'] as const),
  ...(['accent', 'accent-wash', 'on-fill', 'warn'] as const),
]

/** The tokens of the style sheet as a canvas takes them. */
export type CanvasColors = Readonly<Record<(typeof names)[number], string>>

/** Reads the colours of the theme that is on the page; once per theme, since reading them costs a recalculation. */
export function makeColorReader(element: Element): (theme: Theme) => CanvasColors {
  const known = new Map<Theme, CanvasColors>()
  return (theme) => {
    const found = known.get(theme)
    if (found !== undefined) return found
    const style = getComputedStyle(element)
    // Every name is in the list it is made of.
    const colors = Object.fromEntries(
      names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
    ) as CanvasColors
    known.set(theme, colors)
    return colors
  }
}
