import { makeBarLook, type BarLook } from '#core/timeline/bar-look.ts'
import type { Theme } from '#app/stores/ui-store.ts'

/** The colours of the board in the current theme, from the design tokens. */
export type Palette = {
  readonly page: string
  readonly weekend: string
  readonly off: string
  readonly line: string
  readonly text: string
  readonly quiet: string
  readonly accent: string
  readonly wash: string
  readonly danger: string
  readonly warn: string
  readonly ok: string
  readonly font: string
  readonly nameFont: string
  readonly smallFont: string
  readonly initialsFont: string
  /** For two letters that are wider than the circle. */
  readonly wideInitialsFont: string
  readonly onFill: string
  readonly focusRing: string
  readonly lookOf: (color: string) => BarLook
}

/** Reads the tokens; read again when the theme changes. */
export function readPalette(theme: Theme): Palette {
  const style = getComputedStyle(document.documentElement)
  const token = (name: string): string => style.getPropertyValue(name).trim()
  const font = token('--font') || 'system-ui'
  const looks = new Map<string, BarLook>()
  return {
    page: token('--bg'),
    weekend: token('--weekend'),
    off: token('--surface-3'),
    line: token('--line'),
    text: token('--text'),
    quiet: token('--text-3'),
    accent: token('--accent'),
    wash: token('--accent-wash'),
    danger: token('--danger'),
    warn: token('--warn'),
    ok: token('--ok'),
    font,
    nameFont: `${token('--semibold')} ${token('--text-13')}`,
    smallFont: `${token('--regular')} ${token('--text-11')}`,
    initialsFont: `${token('--semibold')} ${token('--size-initials')} ${font}`,
    wideInitialsFont: `${token('--semibold')} ${parseFloat(token('--size-initials')) * 0.82}px ${font}`,
    onFill: token('--on-fill'),
    focusRing: token('--focus-ring'),
    lookOf: (color) => {
      const known = looks.get(color)
      if (known !== undefined) return known
      const look = makeBarLook(color, theme)
      looks.set(color, look)
      return look
    },
  }
}
