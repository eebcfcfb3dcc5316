import { Archive, ArchiveRestore, UserMinus } from 'lucide-react'
import { assignableRoles } from '#core/access/role-permission.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { Badge } from '#app/ui/badge.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import type { ListedMember } from './list-members.ts'
import { NativeSelect } from './native-select.tsx'
import { roleTitles } from './role-titles.ts'
import styles from './studio-settings.module.css'

type MemberRowProps = {
  readonly member: ListedMember
  readonly studio: StudioReplica
  readonly isMe: boolean
}

/** A member: name, role and actions. */
export function MemberRow({ member, studio, isMe }: MemberRowProps) {
  const { userId, displayName, email, avatarUrl, role, isArchived, canEditRole } = member
  return (
    <div className={classNames(styles['member'], isArchived && styles['archived'])}>
      <PersonAvatar userId={userId} name={displayName} imageUrl={avatarUrl} size={26} isDecorative />
      <div className={styles['person']}>
        <span className={styles['personName']}>{isMe ? `${displayName} (you)` : displayName}</span>
        <span className={styles['note']}>{email}</span>
      </div>
      {isArchived && <Badge>Archived</Badge>}
      {canEditRole ? (
        <NativeSelect
          label={`Role of ${displayName}`}
          value={role}
          options={assignableRoles.map((value) => ({ value, label: roleTitles[value] }))}
          onChange={(value) => {
            const wanted = studio.getRoles().find(({ name }) => name === value)
            if (wanted !== undefined) void runCommand('member.set-role', { args: [userId, wanted.id] })
          }}
          className={styles['role']}
        />
      ) : (
        <span className={styles['roleName']}>{roleTitles[role]}</span>
      )}
      {studio.can('admin_users') && <MemberActions member={member} />}
    </div>
  )
}

/** The actions on a member; only archived members can be removed. */
function MemberActions({
  member: { userId, displayName, role, isArchived, canArchive },
}: Pick<MemberRowProps, 'member'>) {
  const refusal = role === 'owner' ? 'An owner cannot be archived' : 'You can only manage members below your own role'
  const held = canArchive ? {} : { disabledReason: refusal }
  return (
    <div className={styles['memberActions']}>
      {isArchived ? (
        <CommandButton
          {...held}
          command="member.restore"
          args={[userId]}
          size="small"
          icon={<ArchiveRestore aria-hidden="true" />}
          aria-label={`Restore ${displayName}`}
        >
          Restore
        </CommandButton>
      ) : (
        <CommandButton
          {...held}
          command="member.archive"
          args={[userId]}
          size="small"
          icon={<Archive aria-hidden="true" />}
          aria-label={`Archive ${displayName}`}
        >
          Archive
        </CommandButton>
      )}
      <CommandButton
        {...(canArchive && !isArchived ? { disabledReason: 'Archive the member first' } : held)}
        command="member.remove"
        args={[userId]}
        size="small"
        variant="ghost"
        icon={<UserMinus aria-hidden="true" />}
        aria-label={`Remove ${displayName}`}
      >
        Remove
      </CommandButton>
    </div>
  )
}
