import { memo } from 'react'
import type { MemberRow } from '#core/domain/rows.ts'
import { classNames } from '#app/lib/class-names.ts'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import styles from './board.module.css'

type ArtistCellProps = {
  readonly artist: MemberRow
  readonly role: string
  readonly week: string
  /** Hours of this week: what is estimated, and what there are. */
  readonly hours: number
  readonly capacity: number
  readonly top: number
  readonly height: number
}

/** Whose row it is, and how full their week, as it is seen; the row itself says it to screen readers. */
export const ArtistCell = memo(function ArtistCell(props: ArtistCellProps) {
  const { artist, role, week, hours, capacity, top, height } = props
  const isOver = hours > capacity
  const share = capacity === 0 ? (hours > 0 ? 1 : 0) : Math.min(1, hours / capacity)
  return (
    <div className={styles['name']} data-artist-name="" style={{ top, height }}>
      <span className={styles['person']}>
        <PersonAvatar userId={artist.userId} name={artist.displayName} imageUrl={artist.avatarUrl} isDecorative />
        <span className={styles['personName']}>{artist.displayName}</span>
      </span>
      <span className={styles['weekLoad']}>
        <span className={styles['role']}>{role} · </span>
        {week}
      </span>
      <span className={styles['meter']}>
        <span
          className={classNames(styles['meterFill'], isOver && styles['over'])}
          style={{ width: `${share * 100}%` }}
        />
      </span>
    </div>
  )
})
