import { useVirtualizer } from '@tanstack/react-virtual'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { sessionStore } from '#app/stores/session-store.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'
import { useReplicaVersion } from '#app/widgets/use-client.ts'
import { listMembers, type ListedMember } from './list-members.ts'
import { MemberRow } from './member-row.tsx'
import styles from './studio-settings.module.css'

// A shorter list needs no search.
const SEARCH_FROM = 12
/** The height of a row until it is measured; on phones rows are taller. */
const ROW_HEIGHT = 49

/** The studio's members with their roles. */
export function MemberList({ studio }: { readonly studio: StudioReplica }) {
  const [query, setQuery] = useState('')
  const section = useKeptFocus<HTMLElement>()
  const members = useMembers(studio)
  const wanted = query.trim().toLowerCase()
  const shown = members.filter(({ displayName, email }) => `${displayName} ${email}`.toLowerCase().includes(wanted))
  return (
    <section aria-label="Members" ref={section}>
      <header className={styles['listHeader']}>
        <h3 className={styles['heading']}>Members</h3>
        <span className={styles['note']}>{members.length}</span>
        {members.length > SEARCH_FROM && (
          <div className={styles['search']}>
            <TextField
              label="Find a member"
              isLabelHidden
              placeholder="Find a member"
              value={query}
              onChange={setQuery}
            />
          </div>
        )}
      </header>
      <MemberRows members={shown} studio={studio} />
    </section>
  )
}

type MemberRowsProps = { readonly members: readonly ListedMember[]; readonly studio: StudioReplica }

/** Renders only the rows in view; each has its position among all. */
function MemberRows({ members, studio }: MemberRowsProps) {
  const { user } = useSnapshot(sessionStore)
  const list = useRef<HTMLUListElement>(null)
  const [scrollMargin, setScrollMargin] = useState(0)
  useLayoutEffect(() => {
    const element = list.current
    const body = findBody(element)
    if (element === null || body === null) return undefined
    const measure = (): void => {
      const above = element.getBoundingClientRect().top - body.getBoundingClientRect().top
      setScrollMargin(Math.round(above + body.scrollTop))
    }
    // Whatever is above the list may grow.
    const observer = new ResizeObserver(measure)
    for (const panel of element.closest('section')?.parentElement?.children ?? []) observer.observe(panel)
    return () => observer.disconnect()
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component
  const virtualizer = useVirtualizer({
    count: members.length,
    // The dialog's body scrolls; the list is at its end.
    getScrollElement: () => findBody(list.current),
    estimateSize: () => ROW_HEIGHT,
    getItemKey: (index) => members[index]?.userId ?? index,
    scrollMargin,
    initialRect: { width: 0, height: 640 },
    overscan: 6,
  })
  return (
    <ul className={styles['rows']} ref={list} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, key, start }) => {
        const member = members[index]
        if (member === undefined) return null
        return (
          <li
            key={key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-focus-row=""
            aria-setsize={members.length}
            aria-posinset={index + 1}
            className={styles['memberPlace']}
            style={{ transform: `translateY(${start - scrollMargin}px)` }}
          >
            <MemberRow member={member} studio={studio} isMe={member.userId === user?.id} />
          </li>
        )
      })}
    </ul>
  )
}

function findBody(list: HTMLElement | null): HTMLElement | null {
  return list?.closest<HTMLElement>('[data-dialog-body]') ?? null
}

/** Returns the sorted members; sorted on changes of the studio, not on every key press in the search. */
function useMembers(studio: StudioReplica): readonly ListedMember[] {
  const { user } = useSnapshot(sessionStore)
  const userId = user?.id
  const version = useReplicaVersion(studio.replica)
  return useMemo(() => {
    // The replica changes in place; its version is what changes.
    void version
    return userId === undefined ? [] : listMembers(studio, userId)
  }, [studio, userId, version])
}
