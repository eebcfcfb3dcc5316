import type { ReactNode } from 'react'
import { Skeleton } from '#app/ui/skeleton.tsx'
import styles from './card-page.module.css'

type CardPageProps = {
  readonly title: string
  /** How many cards there are; undefined while unknown. */
  readonly count: number | undefined
  /** How many of them are shown, if not all. */
  readonly shownCount?: number
  readonly toolbar: ReactNode
  readonly children: ReactNode
}

/** A page of cards: title, toolbar, and skeleton cards until the cards are known. */
export function CardPage({ title, count, shownCount = count, toolbar, children }: CardPageProps) {
  return (
    <div className={styles['page']} aria-busy={count === undefined}>
      <header className={styles['header']}>
        <h1 className={styles['title']}>{title}</h1>
        {count !== undefined && (
          <span className={styles['count']}>{shownCount === count ? count : `${shownCount} of ${count}`}</span>
        )}
        <div className={styles['toolbar']}>{toolbar}</div>
      </header>
      {count === undefined ? (
        <div className={styles['waiting']}>
          <span className="visually-hidden">Loading…</span>
          {['a', 'b', 'c', 'd'].map((card) => (
            <Skeleton key={card} height={236} radius={12} />
          ))}
        </div>
      ) : (
        children
      )}
    </div>
  )
}
