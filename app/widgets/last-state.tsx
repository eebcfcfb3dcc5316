import type { EpochMs } from '#core/lib/calendar-date.ts'
import { useNow } from '#app/hooks/use-now.ts'
import styles from './last-state.module.css'

const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' })
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' })

/** Says when the shown data was last current; empty if it is current now. */
export function LastState({ asOf }: { readonly asOf: EpochMs | undefined }) {
  const now = useNow()
  const date = asOf === undefined || day.format(asOf) === day.format(now) ? '' : `${day.format(asOf)}, `
  return (
    <output className={styles['note']}>{asOf !== undefined && `As of ${date}${time.format(asOf)}, offline`}</output>
  )
}
