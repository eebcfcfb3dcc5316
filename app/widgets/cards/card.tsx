import { ImagePlus, Settings } from 'lucide-react'
import type { DragEvent } from 'react'
import { Link } from 'wouter'
import { classNames } from '#app/lib/class-names.ts'
import { AvatarStack } from '#app/ui/avatar-stack.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import type { CardCommands, CardData } from './card-data.ts'
import { CardPicture } from './card-picture.tsx'
import styles from './cards.module.css'
import { focusCard } from './deck-store.ts'

type CardProps = {
  readonly card: CardData
  readonly commands: CardCommands
  readonly isCompact: boolean
  /** Whether Tab reaches this card, and from it its controls. */
  readonly isReached: boolean
  readonly canChange: boolean
  /** Its place while cards are being moved. */
  readonly place: number | undefined
  readonly isMoving: boolean
  readonly onDragStart: (event: DragEvent, id: string) => void
}

/** A project or a space. The whole card is its link. */
export function Card(props: CardProps) {
  const { card, commands, isCompact, isReached, canChange, place, isMoving, onDragStart } = props
  const { id, name, to, isActive } = card
  const focus = { tabIndex: isReached ? 0 : -1, 'data-card-focus': '' }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- dragging; the keyboard has its own way
    <li
      className={classNames(styles['card'], !isActive && styles['inactive'], isMoving && styles['moving'])}
      style={{ order: place }}
      data-card={id}
      draggable={canChange && isActive}
      onDragStart={(event) => onDragStart(event, id)}
      onFocus={() => focusCard(id)}
    >
      <CardPicture card={card} />
      <div className={styles['body']}>
        <div className={styles['heading']}>
          {isActive && !isMoving ? (
            <Link {...focus} className={styles['name']} to={to} draggable={false}>
              {name}
            </Link>
          ) : (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a link that leads nowhere for now
            <span {...focus} className={styles['name']} role="link" aria-disabled="true">
              {name}
            </span>
          )}
          <Badge tone={isActive ? 'ok' : 'neutral'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        </div>
        {!isCompact && <Details card={card} />}
        <Stats card={card} />
      </div>
      {canChange && <Controls card={card} commands={commands} isCompact={isCompact} isReached={isReached} />}
    </li>
  )
}

function Details({ card: { detail, progress } }: Pick<CardProps, 'card'>) {
  return (
    <>
      {detail !== undefined && <p className={styles['detail']}>{detail}</p>}
      <div className={styles['progress']} aria-hidden="true">
        {progress.map(({ id, color, share }) => (
          <i key={id} style={{ width: `${share * 100}%`, backgroundColor: color }} />
        ))}
      </div>
    </>
  )
}

function Stats({ card: { stats, people } }: Pick<CardProps, 'card'>) {
  return (
    <div className={styles['stats']}>
      <dl className={styles['figures']}>
        {stats.map(({ label, value }) => (
          <div key={label} className={styles['stat']}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className={styles['people']} aria-hidden="true">
        <AvatarStack people={people} limit={people.length} />
      </div>
    </div>
  )
}

function Controls({
  card: { id, name },
  commands,
  isCompact,
  isReached,
}: Pick<CardProps, 'card' | 'commands' | 'isCompact' | 'isReached'>) {
  const tabIndex = isReached ? 0 : -1
  return (
    <div className={styles['controls']}>
      {!isCompact && (
        <CommandIconButton
          command={commands.thumbnail}
          args={[id]}
          label={`Change thumbnail of ${name}`}
          icon={<ImagePlus aria-hidden="true" />}
          tabIndex={tabIndex}
        />
      )}
      <CommandIconButton
        command={commands.edit}
        args={[id]}
        label={`Settings of ${name}`}
        icon={<Settings aria-hidden="true" />}
        tabIndex={tabIndex}
      />
    </div>
  )
}
