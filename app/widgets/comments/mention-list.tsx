import { avatarColorOf, initialsOf } from '#core/studios/palette.ts'
import type { MentionOption } from '#core/comments/mention-picker.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import styles from './composer.module.css'

type MentionListProps = {
  readonly id: string
  readonly options: readonly MentionOption[]
  readonly active: number
  readonly onPoint: (index: number) => void
  readonly onPick: (option: MentionOption) => void
}

/** The people who can be mentioned, shown over the text; the text field keeps the focus. */
export function MentionList({ id, options, active, onPoint, onPick }: MentionListProps) {
  return (
    <div
      id={id}
      className={styles['mentions']}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the list of a text field, which keeps the focus
      role="listbox"
      aria-label="People to mention"
    >
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the text field has the focus and the keys
        <div
          key={option.kind === 'here' ? 'here' : option.person.id}
          id={`${id}-${index}`}
          className={styles['mentionOption']}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the listbox above
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onPointerMove={() => onPoint(index)}
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onPick(option)}
        >
          {option.kind === 'here' ? (
            <>
              <strong>@here</strong>
              <span className={styles['mentionDetail']}>this frame</span>
            </>
          ) : (
            <>
              <Avatar
                name={option.person.name}
                initials={initialsOf(option.person.name)}
                color={avatarColorOf(option.person.id)}
                isDecorative
              />
              {option.person.name}
            </>
          )}
        </div>
      ))}
    </div>
  )
}
