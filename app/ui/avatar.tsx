import { areWideInitials } from '#core/lib/wide-initials.ts'
import { classNames } from '#app/lib/class-names.ts'
import styles from './avatar.module.css'

export type AvatarProps = {
  readonly name: string
  readonly initials: string
  readonly color: string
  readonly imageUrl?: string | undefined
  readonly size?: 20 | 24 | 26 | 34
  /** For places where the name is already shown beside it. */
  readonly isDecorative?: boolean
}

export function Avatar({ name, initials, color, imageUrl, size = 20, isDecorative = false }: AvatarProps) {
  const spoken = isDecorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name }
  return (
    <span
      {...spoken}
      className={classNames(styles['avatar'], styles[`size${size}`])}
      data-wide={areWideInitials(initials) || undefined}
      style={{ backgroundColor: color }}
      data-tooltip={isDecorative ? undefined : name}
    >
      {imageUrl === undefined ? initials : <img className={styles['image']} src={imageUrl} alt="" draggable={false} />}
    </span>
  )
}
