import { useRef } from 'react'
import type { OwnProfile } from '#core/gateway/ports.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { useReplicaVersion, useStudioReplica } from '#app/widgets/use-client.ts'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import { NotificationChoicesFields } from './notification-choices-fields.tsx'
import { useUserSettings } from './use-user-settings.ts'
import styles from './user-settings.module.css'

type UserSettingsDialogProps = { readonly onClose: () => void }

/** The person's own profile and what they want to hear of. */
export function UserSettingsDialog({ onClose }: UserSettingsDialogProps) {
  const { draft, error, isBusy, isDirty, setAvatar, save, change } = useUserSettings(onClose)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="User Settings"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" isBusy={isBusy} isDisabled={!isDirty} onClick={() => void save()}>
            Save Changes
          </Button>
        </>
      }
    >
      <div className={styles['form']}>
        {draft === undefined && error === undefined && <FormSkeleton />}
        {draft !== undefined && (
          <>
            <Portrait profile={draft} onPick={(file) => void setAvatar(file)} />
            <TextField
              label="Name"
              value={draft.displayName}
              maxLength={200}
              onChange={(displayName) => change({ ...draft, displayName })}
            />
            <TextField
              label="Discord handle"
              value={draft.discordHandle ?? ''}
              maxLength={100}
              onChange={(discordHandle) => change({ ...draft, discordHandle })}
            />
            <NotificationChoicesFields
              choices={draft.notifications}
              onChange={(notifications) => change({ ...draft, notifications })}
            />
          </>
        )}
        {error !== undefined && (
          <p role="alert" className={styles['error']}>
            {error}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function Portrait({ profile, onPick }: { readonly profile: OwnProfile; readonly onPick: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className={styles['portrait']}>
      <PersonAvatar
        userId={profile.userId}
        name={profile.displayName}
        imageUrl={profile.avatarUrl}
        size={34}
        isDecorative
      />
      <div className={styles['who']}>
        <span>{profile.email}</span>
        <RoleBadge userId={profile.userId} />
      </div>
      <Button onClick={() => input.current?.click()}>Change picture</Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        aria-label="Picture"
        tabIndex={-1}
        className="visually-hidden"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file !== undefined) onPick(file)
        }}
      />
    </div>
  )
}

/** What the person is in the studio; the specification's default where that is not known. */
function RoleBadge({ userId }: { readonly userId: string }) {
  const studio = useStudioReplica()
  useReplicaVersion(studio?.replica)
  const member = studio?.replica.find('studio_members', userId)
  const role = studio?.getRoles().find(({ id }) => id === member?.roleId)
  return <Badge>{role === undefined ? 'Artist' : role.name.charAt(0).toUpperCase() + role.name.slice(1)}</Badge>
}

function FormSkeleton() {
  return (
    <>
      {['portrait', 'name', 'discord', 'choices'].map((row) => (
        <Skeleton key={row} height={row === 'choices' ? 132 : 48} radius={6} />
      ))}
    </>
  )
}
