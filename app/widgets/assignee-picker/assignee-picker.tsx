import type { MemberRow } from '#core/schema/studio-members.ts'
import { avatarColorOf, initialsOf } from '#core/studios/palette.ts'
import { toId, type UserId } from '#core/lib/ids.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { AnchoredList } from '../anchored-list.tsx'

type AssigneePickerProps = {
  readonly members: readonly MemberRow[]
  readonly selected: UserId | undefined
  readonly findAnchor: () => Element | null
  /** `undefined` means nobody. */
  readonly onPick: (id: UserId | undefined) => void
  readonly onClose: () => void
}

const nobody = ''

/** Picks an assignee among the active members, or nobody. */
export function AssigneePicker({ members, selected, findAnchor, onPick, onClose }: AssigneePickerProps) {
  const active = members.filter(({ archivedAt }) => archivedAt === undefined)
  return (
    <AnchoredList<string>
      label="Assign"
      options={[
        { value: nobody, label: 'Nobody' },
        ...active.map(({ userId, displayName, email, avatarUrl }) => ({
          value: userId,
          label: displayName,
          keywords: email,
          mark: (
            <Avatar
              name={displayName}
              initials={initialsOf(displayName)}
              color={avatarColorOf(userId)}
              imageUrl={avatarUrl}
              isDecorative
            />
          ),
        })),
      ]}
      selected={[selected ?? nobody]}
      findAnchor={findAnchor}
      onPick={(id) => onPick(id === nobody ? undefined : toId<UserId>(id))}
      onClose={onClose}
    />
  )
}
