import type { FeedContext } from './feed-context.ts'
import { useLayoutEffect, useRef } from 'react'
import { CommentEntry } from './comment-entry.tsx'
import type { FeedEntry } from './comment-feed-model.ts'
import styles from './comments.module.css'

type CommentFeedProps = { readonly entries: readonly FeedEntry[]; readonly context: FeedContext }

const NEAR_END_PX = 120

/** A task's comments. The feed opens at the newest and stays there while scrolled to the end. */
export function CommentFeed({ entries, context }: CommentFeedProps) {
  const list = useRef<HTMLOListElement>(null)
  const isAtEnd = useRef(true)
  const count = entries.length

  useLayoutEffect(() => {
    const { current } = list
    if (current === null) return undefined
    const stay = (): void => {
      if (isAtEnd.current) current.scrollTop = current.scrollHeight
    }
    // Reports the initial size before painting, and every change as the form below grows with its text.
    const watcher = new ResizeObserver(stay)
    watcher.observe(current)
    return () => watcher.disconnect()
  }, [count])

  if (count === 0) return <p className={styles['empty']}>No comments yet.</p>
  return (
    <ol
      ref={list}
      className={styles['feed']}
      aria-label="Comments"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by key
      tabIndex={0}
      onScroll={({ currentTarget }) => {
        const below = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight
        isAtEnd.current = below < NEAR_END_PX
      }}
    >
      {entries.map((entry) => (
        <CommentEntry key={entry.id} entry={entry} context={context} />
      ))}
    </ol>
  )
}
