import type { BoardPalette } from './paint-items.ts'

/** Reads the board's colours from the tokens of the current theme. */
export function readBoardPalette(): BoardPalette {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(name).trim()
  return {
    page: token('--bg'),
    grid: token('--surface-2'),
    empty: token('--surface-3'),
    text: token('--text'),
    accent: token('--accent'),
    focus: token('--focus-ring'),
    mark: token('--on-media-strong'),
    markGround: token('--veil'),
    wash: token('--accent-wash'),
    font: token('--font') || 'system-ui',
  }
}
