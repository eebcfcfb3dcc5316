import { useEffect, useRef, type MouseEvent } from 'react'
import type { ItemId } from '#core/lib/ids.ts'
import { linkKey } from '#core/schema/item-links.ts'
import { pictureOf } from '#core/schema/items.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { ItemTitle } from '#app/widgets/item-title.tsx'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import type { CastRow } from '#app/widgets/cast/cast-content.ts'
import { CastChip } from '#app/widgets/cast/cast-chip.tsx'
import styles from './casting.module.css'
import { castingStore, chooseUpTo, focusMember, focusShot, toggleShot } from './casting-store.ts'

type CastListProps = {
  readonly rows: readonly CastRow[]
  readonly shot: ItemId | undefined
  readonly member: string | undefined
  readonly chosen: readonly ItemId[]
}

/** The shots as rows, each with its cast. Moved through by keys or clicks. */
export function CastList({ rows, shot, member, chosen }: CastListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-focused]')?.scrollIntoView({ block: 'nearest' })
  }, [shot, member])
  return (
    <ul ref={list} className={styles['rows']} aria-label="Shots and their cast">
      {rows.map((row) => (
        <Row
          key={row.shot.item.id}
          row={row}
          isFocused={row.shot.item.id === shot}
          isChosen={chosen.includes(row.shot.item.id)}
          member={member}
          onClick={(event) => clickShot(row.shot.item.id, { event, rows })}
        />
      ))}
    </ul>
  )
}

/** Opens the focused item; Enter on its button arrives as a click too. */
function open(): void {
  void runCommand('casting.open')
}

/** Selects a range with Shift, toggles with Ctrl, else focuses the shot; a click on the focused shot opens it. */
function clickShot(
  id: ItemId,
  { event, rows }: { readonly event: MouseEvent; readonly rows: readonly CastRow[] },
): void {
  const shown = rows.map(({ shot }) => shot.item.id)
  const { shot, member, chosen } = castingStore
  if (event.shiftKey) chooseUpTo(id, shown)
  else if (event.ctrlKey || event.metaKey) toggleShot(id, shown)
  else if (id === shot && member === undefined && chosen.length === 0) open()
  else focusShot(id)
}

type RowProps = {
  readonly row: CastRow
  readonly isFocused: boolean
  readonly isChosen: boolean
  readonly member: string | undefined
  readonly onClick: (event: MouseEvent) => void
}

function Row({ row, isFocused, isChosen, member, onClick }: RowProps) {
  const { item } = row.shot
  return (
    <li
      className={classNames(styles['row'], isFocused && styles['focused'], isChosen && styles['chosen'])}
      {...(isFocused && { 'data-focused': '' })}
    >
      <button
        type="button"
        className={styles['shot']}
        aria-current={isFocused && member === undefined ? 'true' : undefined}
        onClick={onClick}
      >
        <span className={styles['picture']} aria-hidden="true">
          <ThumbnailImage mediaId={pictureOf(item)} />
        </span>
        <span className={styles['name']}>
          <ItemTitle title={item.title} item={item} />
          {isChosen && <span className="visually-hidden">, selected</span>}
        </span>
        <span className={styles['description']}>{item.description}</span>
      </button>
      <ul className={styles['cast']} aria-label={`Cast of ${item.title}`}>
        {row.cast.map(({ link, used, isBlocking }) => (
          <li key={linkKey(link)}>
            <CastChip
              link={link}
              item={used}
              isBlocking={isBlocking}
              isChosen={isFocused && linkKey(link) === member}
              onClick={() => (isFocused && linkKey(link) === member ? open() : focusMember(link))}
            />
          </li>
        ))}
      </ul>
      <Readiness waiting={row.waiting} />
    </li>
  )
}

function Readiness({ waiting }: Pick<CastRow, 'waiting'>) {
  const held = waiting.filter(({ blockers }) => blockers.length > 0)
  if (waiting.length === 0) return <span className={styles['state']} />
  if (held.length === 0) return <span className={classNames(styles['state'], styles['isReady'])}>ready</span>
  return (
    <span className={styles['state']}>
      {held.map(({ stage, needs }) => `${stage.name} waits for ${needs.map(({ name }) => name).join(', ')}`).join('; ')}
    </span>
  )
}
