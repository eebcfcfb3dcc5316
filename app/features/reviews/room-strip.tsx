import { Check } from 'lucide-react'
import { memo, useEffect, useRef } from 'react'
import { pictureOf } from '#core/schema/items.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { SeenPicture } from '#app/widgets/thumbnail/seen-picture.tsx'
import type { RoomEntry, RoomModel } from './room-model.ts'
import styles from './room-strip.module.css'
import { splitBySequence, type StripSection } from './strip-sections.ts'
import { useStripDrag, type DropSide } from './use-strip-drag.ts'

type RoomStripProps = { readonly model: RoomModel }

/** The tasks of the session in order, under the names of their sequences if there are several. */
export function RoomStrip({ model }: RoomStripProps) {
  const { entries, at, studio, session } = model
  const list = useRef<HTMLOListElement>(null)
  const shownId = entries[at]?.entry.id
  useEffect(() => {
    // Scrolls only the strip, and without animation, since the person did not ask for movement.
    const { current } = list
    const shown = current?.querySelector(`[data-entry="${shownId}"]`)
    if (current === null || !(shown instanceof HTMLElement)) return
    const from = shown.getBoundingClientRect().left - current.getBoundingClientRect().left + current.scrollLeft
    current.scrollLeft = from - (current.clientWidth - shown.offsetWidth) / 2
  }, [shownId, at])
  const drag = useStripDrag(list, entries)
  const mayMove = studio.can('create') && !session.isLocked
  const sections = splitBySequence(entries)
  return (
    <nav className={styles['strip']} aria-label="Tasks of the review">
      <ol ref={list} className={styles['sections']} {...(mayMove && drag.handlers)}>
        {sections.map((section) => (
          <li key={section.id} className={styles['section']}>
            {sections.length > 1 && <Heading section={section} />}
            <ol className={styles['tiles']} aria-label={section.name ?? 'Deleted tasks'}>
              {section.entries.map((entry, index) => (
                <Tile
                  key={entry.entry.id}
                  {...entry}
                  isShown={section.first + index === at}
                  isDragged={drag.draggedId === entry.entry.id}
                  drop={drag.over?.id === entry.entry.id ? drag.over.side : undefined}
                  isMovable={mayMove}
                />
              ))}
            </ol>
          </li>
        ))}
      </ol>
    </nav>
  )
}

function Heading({ section: { name, judged, entries } }: { readonly section: StripSection }) {
  return (
    <p className={styles['heading']} data-done={judged === entries.length || undefined}>
      <span className={styles['sequence']}>{name ?? 'Deleted tasks'}</span>
      <span className={styles['sums']}>{`${judged} of ${entries.length} judged`}</span>
    </p>
  )
}

type TileProps = RoomEntry & {
  readonly isShown: boolean
  readonly isDragged: boolean
  readonly drop: DropSide | undefined
  readonly isMovable: boolean
}

const Tile = memo(function Tile(props: TileProps) {
  const { entry, item, stage, status, judged, isShown, isDragged, drop, isMovable } = props
  const name = item?.title ?? 'Deleted task'
  return (
    <li
      className={styles['tile']}
      data-entry={entry.id}
      data-dragged={isDragged || undefined}
      data-drop={drop}
      draggable={isMovable}
    >
      <button
        type="button"
        className={styles['tileButton']}
        // One tab stop; the room's keys move between tasks.
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
