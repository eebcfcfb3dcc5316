import { avatarColors } from '#core/studios/palette.ts'
import { makeStatusPill, type StatusPill } from '#core/tasks/status-pill.ts'

type SheetStatus = { readonly color: string; readonly isDone: boolean; readonly isDefault: boolean }

/** The class for a pill's kind, styled by `status-pill.module.css`. */
export type PillKind = StatusPill['kind']

/**
 * Returns style rules with the colours of all statuses, `.s0` for the first, and of avatars, `.a0` to `.a9`. A grid
 * cell then costs one class name, and a change of theme costs no render.
 */
export function statusRules(statuses: readonly SheetStatus[]): string {
  const pills = statuses.flatMap((status, index) =>
    (['dark', 'light'] as const).map((theme) => {
      const { background, text } = makeStatusPill(status, theme)
      return `:root[data-theme='${theme}'] .s${index}{--pill:${background ?? 'transparent'};--pill-text:${text}}`
    }),
  )
  const avatars = avatarColors.map((color, index) => `.a${index}{background-color:${color}}`)
  return [...pills, ...avatars].join('\n')
}

/** Returns the kind of a status's pill, the same in both themes, without calculating its colours. */
export function pillKindOf({ isDefault, isDone }: SheetStatus): PillKind {
  return isDefault ? 'outline' : isDone ? 'tint' : 'solid'
}
