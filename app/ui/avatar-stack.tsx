import { Avatar, type AvatarProps } from './avatar.tsx'
import styles from './avatar-stack.module.css'

type AvatarStackProps = {
  readonly people: readonly (Pick<AvatarProps, 'name' | 'initials' | 'color' | 'imageUrl'> & { readonly id: string })[]
  /** How many are shown before a count of the rest. */
  readonly limit?: number
  readonly size?: AvatarProps['size']
}

/** A few people side by side; one image with all their names for assistive technology. */
export function AvatarStack({ people, limit = 3, size = 20 }: AvatarStackProps) {
  if (people.length === 0) return null
  const names = people.map((person) => person.name).join(', ')
  const hidden = people.length - limit
  return (
    <span className={styles['stack']} data-tooltip={names}>
      <span className="visually-hidden">{names}</span>
      {people.slice(0, limit).map(({ id, ...person }) => (
        <Avatar key={id} {...person} size={size} isDecorative />
      ))}
      {hidden > 0 && (
        <span className={styles['more']} aria-hidden="true">
          +{hidden}
        </span>
      )}
    </span>
  )
}
