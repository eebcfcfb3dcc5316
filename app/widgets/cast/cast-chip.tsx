import { pictureOf } from '#core/schema/items.ts'
import type { ItemLink } from '#core/schema/item-links.ts'
import { classNames } from '#app/lib/class-names.ts'
import type { ProjectItem } from '#app/widgets/project-content/project-items.ts'
import { ThumbnailImage } from '#app/widgets/thumbnail/thumbnail-image.tsx'
import { nameOf } from './cast-content.ts'
import styles from './cast-chip.module.css'

type CastChipProps = {
  readonly link: ItemLink
  /** The item at the other end of the link, if the person can see it. */
  readonly item: ProjectItem | undefined
  /** Shown instead if they cannot. */
  readonly absence?: string | undefined
  /** Whether it blocks something; absent where that is not shown. */
  readonly isBlocking?: boolean | undefined
  readonly isChosen?: boolean
  readonly onClick: () => void
}

/** One end of a link: its thumbnail, count, label, kind if not cast, and whether it is ready. */
export function CastChip({ link, item, absence, isBlocking, isChosen = false, onClick }: CastChipProps) {
  const { count, label, kind } = link
  const name = (item === undefined ? absence : undefined) ?? nameOf({ used: item })
  const counted = count > 1 ? ` ×${count}` : ''
  // As it reads on the chip, with a space between its parts.
  const said = `${name}${counted}${label === '' ? '' : ` “${label}”`}${kind === 'cast' ? '' : ` ${kind}`}`
  const state = isBlocking === undefined ? '' : isBlocking ? ', not ready' : ', ready'
  return (
    <button
      type="button"
      className={classNames(styles['chip'], isChosen && styles['chosen'])}
      aria-current={isChosen ? 'true' : undefined}
      aria-label={said + state}
      onClick={onClick}
    >
      <span className={styles['face']} aria-hidden="true">
        <ThumbnailImage mediaId={pictureOf(item?.item)} />
      </span>
      {name}
      {counted !== '' && <span className={styles['count']}>{counted}</span>}
      {label !== '' && <span className={styles['label']}> “{label}”</span>}
      {kind !== 'cast' && <span className={styles['kind']}> {kind}</span>}
      {isBlocking !== undefined && (
        <span className={isBlocking ? styles['blocking'] : styles['ready']} aria-hidden="true" />
      )}
    </button>
  )
}
