import { useEffect, useRef, type ReactNode } from 'react'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import { LastState } from '../last-state.tsx'
import styles from './feed-card.module.css'

// This near to the end the next page is asked for (document 1, section 9).
const NEAR_END_PX = 20

type FeedListProps = {
  /** What the keys know it by, where there are several. */
  readonly name?: string
  /** Where the next page starts; absent after the last. */
  readonly next: string | undefined
  readonly onNearEnd: () => void
  /** When what is shown was so, where the server cannot be reached. */
  readonly asOf?: EpochMs | undefined
  /** What is said below the entries, or in their place. */
  readonly note: ReactNode
  readonly children: ReactNode
}

/** Entries that scroll by themselves. Near their end, and while they leave room, the next page is asked for. */
export function FeedList({ name, next, onNearEnd, asOf, note, children }: FeedListProps) {
  const list = useRef<HTMLDivElement>(null)
  const asked = useRef<string>(undefined)

  useEffect(() => {
    const element = list.current
    if (element === null || next === asked.current || element.scrollHeight > element.clientHeight) return
    // Each page once: one that cannot be had is not asked for again and again.
    asked.current = next
    if (next !== undefined) onNearEnd()
  })

  return (
    <div
      ref={list}
      className={styles['list']}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        if (scrollTop + clientHeight >= scrollHeight - NEAR_END_PX) onNearEnd()
      }}
    >
      <LastState asOf={asOf} />
      <ul data-column={name}>{children}</ul>
      <output className={styles['note']}>{note}</output>
    </div>
  )
}
