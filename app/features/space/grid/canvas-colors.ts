import type { Theme } from '#core/tasks/status-pill.ts'

const names = [
  ...(['bg', 'surface-1', 'surface-2', 'line', 'line-strong', 'text', 'text-2', 'text-3'] as const),
  ...(['accent', 'accent-wash', 'on-fill', 'warn'] as const),
]

/** The style sheet's colour tokens as canvas colours. */
export type CanvasColors = Readonly<Record<(typeof names)[number], string>>

/**
 * Makes a reader of the current theme's colours; it reads each theme once, since reading forces a style recalculation.
 */
export function makeColorReader(element: Element): (theme: Theme) => CanvasColors {
  const known = new Map<Theme, CanvasColors>()
  return (theme) => {
    const found = known.get(theme)
    if (found !== undefined) return found
    const style = getComputedStyle(element)
    // Every name comes from the list.
    const colors = Object.fromEntries(
      names.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]),
    ) as CanvasColors
    known.set(theme, colors)
    return colors
  }
}
