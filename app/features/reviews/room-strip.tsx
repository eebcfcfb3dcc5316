import { Check } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { pictureOf } from '#core/schema/items.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { SeenPicture } from '#app/widgets/thumbnail/seen-picture.tsx'
import type { RoomEntry, RoomModel } from './room-model.ts'
import styles from './room.module.css'

type RoomStripProps = { readonly model: RoomModel }

/** The tasks of the session, in their order. */
export function RoomStrip({ model }: RoomStripProps) {
  const { entries, at } = model
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    // Only the strip scrolls, and at once: nothing moves that a person did not move.
    const { current } = list
    const shown = current?.children[at]
    if (current === null || !(shown instanceof HTMLElement)) return
    const middle = shown.offsetLeft - (current.clientWidth - shown.offsetWidth) / 2
    current.scrollLeft = middle
  }, [at])
  return (
    <nav className={styles['strip']} aria-label="Tasks of the review">
      <ol ref={list} className={styles['tiles']}>
        {entries.map((entry, index) => (
          <Tile key={entry.entry.id} {...entry} isShown={index === at} />
        ))}
      </ol>
    </nav>
  )
}

type TileProps = RoomEntry & { readonly isShown: boolean }

const Tile = memo(function Tile({ entry, item, stage, status, judged, isShown }: TileProps) {
  const name = item?.title ?? 'Deleted task'
  return (
    <li className={styles['tile']}>
      <button
        type="button"
        className={styles['tileButton']}
        // One place in the order of the tab key; the keys of the room go from one to the next.
        tabIndex={isShown ? 0 : -1}
        aria-current={isShown ? 'true' : undefined}
        onClick={() => void runCommand('review.show', { args: [entry.id] })}
      >
        <SeenPicture className={styles['tilePicture']} mediaId={pictureOf(item)} />
        {judged !== undefined && (
          <span className={styles['judged']}>
            <Check aria-hidden="true" />
            <span className="visually-hidden">Judged {judged.name}</span>
          </span>
        )}
        <span className={styles['tileName']}>{name}</span>
        <span className={styles['tileFoot']}>
          <span className={styles['tileStage']}>{stage?.name}</span>
          {status !== undefined && <StatusPill status={status} />}
        </span>
      </button>
    </li>
  )
})
