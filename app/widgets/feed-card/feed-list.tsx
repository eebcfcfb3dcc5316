import { useEffect, useRef, type ReactNode } from 'react'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import { LastState } from '../last-state.tsx'
import styles from './feed-card.module.css'

// The next page is requested this close to the end (document 1, section 9).
const NEAR_END_PX = 20

type FeedListProps = {
  /** Identifies the list to commands, where there are several. */
  readonly name?: string
  /** The cursor of the next page; absent after the last. */
  readonly next: string | undefined
  readonly onNearEnd: () => void
  /** When the shown entries were current, if the server is out of reach. */
  readonly asOf?: EpochMs | undefined
  /** Shown below the entries, or in their place. */
  readonly note: ReactNode
  readonly children: ReactNode
}

/** A scrolling list of entries. Near its end, and while there is room, it requests the next page. */
export function FeedList({ name, next, onNearEnd, asOf, note, children }: FeedListProps) {
  const list = useRef<HTMLDivElement>(null)
  const asked = useRef<string>(undefined)

  useEffect(() => {
    const element = list.current
    if (element === null || next === asked.current || element.scrollHeight > element.clientHeight) return
    // Each page once: a page that failed is not requested over and over.
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
