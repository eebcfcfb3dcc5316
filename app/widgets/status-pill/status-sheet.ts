import { avatarColors } from '#core/studios/palette.ts'
import { makeStatusPill, type StatusPill } from '#core/tasks/status-pill.ts'

type SheetStatus = { readonly color: string; readonly isDone: boolean; readonly isDefault: boolean }

/** The class that gives a pill its kind; `status-pill.module.css` says what each looks like. */
export type PillKind = StatusPill['kind']

/**
 * Rules that set the colours of a whole catalogue of statuses, `.s0` for the first, and of avatars, `.a0` to `.a9`. A cell of
 * a grid then costs one class name, and a change of theme not a single render.
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

/** The kind of a status's pill, the same in both themes, without working out its colours. */
export function pillKindOf({ isDefault, isDone }: SheetStatus): PillKind {
  return isDefault ? 'outline' : isDone ? 'tint' : 'solid'
}
