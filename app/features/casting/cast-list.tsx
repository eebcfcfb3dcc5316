import { useEffect, useRef } from 'react'
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
import { focusMember, focusShot } from './casting-store.ts'

type CastListProps = {
  readonly rows: readonly CastRow[]
  readonly shot: ItemId | undefined
  readonly member: string | undefined
}

/** Shots down, their cast across. The keys move through it; a click does the same. */
export function CastList({ rows, shot, member }: CastListProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-focused]')?.scrollIntoView({ block: 'nearest' })
  }, [shot, member])
  return (
    <ul ref={list} className={styles['rows']} aria-label="Shots and their cast">
      {rows.map((row) => (
        <Row key={row.shot.item.id} row={row} isFocused={row.shot.item.id === shot} member={member} />
      ))}
    </ul>
  )
}

/** What has the focus already: Enter on its button is a click too. */
function open(): void {
  void runCommand('casting.open')
}

type RowProps = { readonly row: CastRow; readonly isFocused: boolean; readonly member: string | undefined }

function Row({ row, isFocused, member }: RowProps) {
  const { item } = row.shot
  return (
    <li
      className={classNames(styles['row'], isFocused && styles['focused'])}
      {...(isFocused && { 'data-focused': '' })}
    >
      <button
        type="button"
        className={styles['shot']}
        aria-current={isFocused && member === undefined ? 'true' : undefined}
        onClick={() => (isFocused && member === undefined ? open() : focusShot(item.id))}
      >
        <span className={styles['picture']} aria-hidden="true">
          <ThumbnailImage mediaId={pictureOf(item)} />
        </span>
        <span className={styles['name']}>
          <ItemTitle title={item.title} item={item} />
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
      <Readiness row={row} />
    </li>
  )
}

function Readiness({ row }: { readonly row: CastRow }) {
  const held = row.waiting.filter(({ blockers }) => blockers.length > 0)
  if (row.waiting.length === 0) return <span className={styles['state']} />
  if (held.length === 0) return <span className={classNames(styles['state'], styles['isReady'])}>ready</span>
  return (
    <span className={styles['state']}>
      {held
        .map(({ stage, blockers }) => `${stage.name} waits for ${new Set(blockers.map(({ itemId }) => itemId)).size}`)
        .join(', ')}
    </span>
  )
}
