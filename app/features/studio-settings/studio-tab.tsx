import { useSnapshot } from 'valtio'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { TextField } from '#app/ui/text-field.tsx'
import { toSettings } from './drafts.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { InvitePanel } from './invite-panel.tsx'
import { MemberList } from './member-list.tsx'
import { RemovedList } from './removed-list.tsx'
import { RetentionPanel } from './retention-panel.tsx'
import { ServiceAccountPanel } from './service-account-panel.tsx'
import { editDrafts, settingsStore } from './settings-store.ts'
import styles from './studio-settings.module.css'
import { WebhookPanel } from './webhook-panel.tsx'

/** The studio's name and members. */
export function StudioTab({ studio }: { readonly studio: StudioReplica }) {
  const { drafts } = useSnapshot(settingsStore)
  const isManager = studio.can('admin_users')
  const { name } = toSettings(studio, drafts)
  return (
    <div className={styles['stack']}>
      <TextField
        label="Studio name"
        value={name}
        onChange={(value) => editDrafts({ name: value })}
        maxLength={200}
        disabled={!isManager}
        isRequired
      />
      {isManager && <InvitePanel studioId={studio.studioId} />}
      <MemberList studio={studio} />
      {isManager && <ServiceAccountPanel studio={studio} />}
      {isManager && <WebhookPanel studioId={studio.studioId} />}
      {isManager && <RemovedList studioId={studio.studioId} />}
      {isManager ? <RetentionPanel studio={studio} /> : <CommandButton command="settings.activity" variant="ghost" />}
    </div>
  )
}
