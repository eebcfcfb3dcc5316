import { useEffect, useRef } from 'react'
import { useSnapshot } from 'valtio'
import type { OwnProfile } from '#core/people/profile.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { profileStore } from '#app/stores/profile-store.ts'
import { holdUnsavedForm } from '#app/stores/ui-store.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { AccessTokenPanel } from '#app/widgets/access-tokens/access-token-panel.tsx'
import { CancelButton } from '#app/widgets/cancel-button.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { PersonAvatar } from '#app/widgets/person-avatar.tsx'
import { useReplicaVersion, useStudioReplica } from '#app/widgets/use-client.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { KeptPanel } from './kept-panel.tsx'
import { NotificationChoicesFields } from './notification-choices-fields.tsx'
import { PasswordPanel } from './password-panel.tsx'
import { userSettingsCommands } from './user-settings-commands.ts'
import { editUserSettings, isSettingsDirty, resetUserSettings, userSettingsStore } from './user-settings-store.ts'
import styles from './user-settings.module.css'

type UserSettingsDialogProps = { readonly onClose: () => void }

/** The person's own profile and notification settings. Mounted while open. */
export function UserSettingsDialog({ onClose }: UserSettingsDialogProps) {
  useCommands(userSettingsCommands)
  const { draft, error, isBusy } = useSnapshot(userSettingsStore, { sync: true })
  useSnapshot(profileStore)
  const isDirty = isSettingsDirty()

  useEffect(() => {
    void runCommand('user.load-settings')
    return resetUserSettings
  }, [])
  useEffect(() => (isDirty ? holdUnsavedForm() : undefined), [isDirty])

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="User Settings"
      footer={
        <>
          <CancelButton />
          <CommandButton
            command="user.save-settings"
            variant="primary"
            isBusy={isBusy}
            isDisabled={!isDirty}
            hasKeyHint={false}
          >
            Save Changes
          </CommandButton>
        </>
      }
    >
      <div className={styles['form']}>
        {draft === undefined && error === undefined && <FormSkeleton />}
        {draft !== undefined && <ProfileFields draft={draft} />}
        {draft !== undefined && <AccessTokenPanel userId={draft.userId} />}
        {draft !== undefined && <PasswordPanel email={draft.email} />}
        <KeptPanel />
        {error !== undefined && (
          <p role="alert" className={styles['error']}>
            {error}
          </p>
        )}
      </div>
    </Dialog>
  )
}

const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

function ProfileFields({ draft }: { readonly draft: OwnProfile }) {
  const fields = useRef<HTMLDivElement>(null)

  useEffect(() => {
    // The dialog opened before there was a field to focus; leaves the focus alone if it is in a field already.
    if (document.activeElement instanceof HTMLInputElement) return
    fields.current?.querySelector('input')?.focus()
  }, [])

  return (
    <div ref={fields} className={styles['form']}>
      <div className={styles['portrait']}>
        <PersonAvatar
          userId={draft.userId}
          name={draft.displayName}
          imageUrl={draft.avatarUrl}
          size={34}
          isDecorative
        />
        <div className={styles['who']}>
          <Email>{draft.email}</Email>
          <RoleBadge userId={draft.userId} />
        </div>
        <CommandButton command="user.change-picture" />
      </div>
      <TextField
        label="Name"
        value={draft.displayName}
        maxLength={200}
        onChange={(displayName) => editUserSettings({ displayName })}
      />
      <TextField
        label="Discord handle"
        value={draft.discordHandle ?? ''}
        maxLength={100}
        onChange={(discordHandle) => editUserSettings({ discordHandle })}
      />
      <NotificationChoicesFields
        choices={draft.notifications}
        onChange={(notifications) => editUserSettings({ notifications })}
      />
      <DeliveryFields
        choices={draft.notifications}
        onDigestChange={(digest) =>
          // Digests follow this person's clock, which the server cannot see.
          editUserSettings({ notifications: { ...draft.notifications, digest }, timeZone })
        }
      />
    </div>
  )
}

/** An e-mail address; one that is too long for its line breaks before the @. */
function Email({ children: address }: { readonly children: string }) {
  const at = address.lastIndexOf('@')
  return (
    <span>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}

/** The person's role in the studio; the specification's default while it is unknown. */
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
