import { useSnapshot } from 'valtio'
import { makeStatusPill } from '#core/tasks/status-pill.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { Pill } from '#app/ui/pill.tsx'

type StatusPillProps = {
  readonly status: {
    readonly name: string
    readonly shortCode: string
    readonly color: string
    readonly isDone: boolean
    readonly isDefault: boolean
  }
  readonly size?: 'small' | 'row'
}

/** A status as a pill, for menus, cards and comments; the grid has a lighter way for its thousands. */
export function StatusPill({ status, size = 'small' }: StatusPillProps) {
  const { theme } = useSnapshot(uiStore)
  const { kind, background, text } = makeStatusPill(status, theme)
  return (
    <Pill label={status.shortCode} title={status.name} kind={kind} background={background} text={text} size={size} />
  )
}
