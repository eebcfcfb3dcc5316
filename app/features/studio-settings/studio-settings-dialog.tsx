import { useSnapshot } from 'valtio'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { later } from '#app/ui/later.tsx'
import { Skeleton } from '#app/ui/skeleton.tsx'
import { Tabs } from '#app/ui/tabs.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { useReplicaVersion, useStudioReplica } from '#app/widgets/use-client.ts'
import { findProblem, isDirty } from './drafts.ts'
import { entryCommands } from './entry-commands.ts'
import { fieldSettingsCommands } from './field-settings-commands.ts'
import { kindCommands } from './kind-commands.ts'
import { retentionCommands } from './retention-commands.ts'
import { RolesTab } from './roles-tab.tsx'
import { settingsCommands } from './settings-commands.ts'
import { askToRemove, closeSettings, settingsStore, settingsTabs, showTab, type SettingsTab } from './settings-store.ts'
import styles from './studio-settings.module.css'
import { tabTitles } from './studio-settings-commands.ts'
import { StudioTab } from './studio-tab.tsx'

const waiting = <Skeleton height={320} radius={10} />

const StagesTab = later(async () => (await import('./stages-tab.tsx')).StagesTab, waiting)
const FieldsTab = later(async () => (await import('./fields-tab.tsx')).FieldsTab, waiting)
const KindsTab = later(async () => (await import('./kinds-tab.tsx')).KindsTab, waiting)
const ReportsTab = later(async () => (await import('./reports-tab.tsx')).ReportsTab, waiting)
const RulesTab = later(async () => (await import('./rules-tab.tsx')).RulesTab, waiting)
const StatusTab = later(async () => (await import('./status-tab.tsx')).StatusTab, waiting)

/** The settings of the current studio. Mounted while open. */
export function StudioSettingsDialog() {
  useCommands(settingsCommands)
  useCommands(entryCommands)
  useCommands(fieldSettingsCommands)
  useCommands(kindCommands)
  useCommands(retentionCommands)
  const studio = useStudioReplica()
  useReplicaVersion(studio?.replica)
  const { tab, removing } = useSnapshot(settingsStore)
  if (studio === undefined) return null
  return (
    <>
      <Dialog isOpen onClose={leave} title="Studio Settings" width={1000} footer={<Footer studio={studio} />}>
        <div className={styles['content']}>
          <Tabs
            label="Studio settings"
            value={tab}
            tabs={settingsTabs.map((value) => ({ value, label: tabTitles[value] }))}
            onChange={showTab}
          >
            <Panel tab={tab} studio={studio} />
          </Tabs>
        </div>
      </Dialog>
      <AlertDialog
        isOpen={removing !== undefined}
        title="Remove Member"
        description={`${removing?.name ?? ''} loses access to the studio. Comments and revisions stay. Invite links will not readmit them; you can, from this tab.`}
        confirmLabel="Remove"
        tone="danger"
        onConfirm={() => void runCommand('member.remove-confirmed')}
        onCancel={() => askToRemove(undefined)}
      />
    </>
  )
}

type PanelProps = { readonly tab: SettingsTab; readonly studio: StudioReplica }

function Panel({ tab, studio }: PanelProps) {
  if (tab === 'studio') return <StudioTab studio={studio} />
  if (tab === 'roles') return <RolesTab studio={studio} />
  if (tab === 'stages') return <StagesTab studio={studio} />
  if (tab === 'kinds') return <KindsTab studio={studio} />
  if (tab === 'fields') return <FieldsTab studio={studio} />
  if (tab === 'rules') return <RulesTab studio={studio} />
  if (tab === 'reports') return <ReportsTab studio={studio} />
  return <StatusTab studio={studio} />
}

/** Shows whether there are unsaved changes, and saves them. */
function Footer({ studio }: Pick<PanelProps, 'studio'>) {
  const { drafts, isSaving } = useSnapshot(settingsStore)
  const hasChanges = isDirty(studio, drafts)
  const problem = findProblem(studio, drafts)
  return (
    <>
      {hasChanges && !isSaving && <CommandButton command="settings.discard" variant="ghost" />}
      <CommandButton
        command="settings.save"
        variant={hasChanges ? 'primary' : 'default'}
        isDisabled={!hasChanges}
        isBusy={isSaving}
        hasKeyHint={hasChanges}
        {...(hasChanges && problem !== undefined && { disabledReason: problem })}
      >
        {hasChanges || isSaving ? 'Save Changes' : 'Up to date'}
      </CommandButton>
    </>
  )
}

/** Blurs the focused field before closing, so that it saves, by Esc as well. */
function leave(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  closeSettings()
}
