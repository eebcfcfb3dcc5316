import { stageCategories, type StageCategory } from '#core/schema/stages.ts'
import { useSnapshot } from 'valtio'
import type { StageDraft } from '#core/studios/save-catalogue.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { toSettings } from './drafts.ts'
import { EntryList } from './entry-list.tsx'
import { NativeSelect } from './native-select.tsx'
import { editDrafts, settingsStore } from './settings-store.ts'

const categoryTitles: Readonly<Record<StageCategory, string>> = {
  'pre-production': 'Pre-production',
  production: 'Production',
  'post-production': 'Post-production',
}

/** The stages of the studio's pipeline. */
export function StagesTab({ studio }: { readonly studio: StudioReplica }) {
  const { drafts } = useSnapshot(settingsStore)
  const { stages } = toSettings(studio, drafts)
  return (
    <EntryList
      kind="stage"
      entries={stages}
      canEdit={studio.can('create')}
      canDelete={studio.can('delete')}
      onChange={(next: readonly StageDraft[]) => editDrafts({ stages: next })}
      renderFields={(stage, change) => (
        <NativeSelect
          label={`Category of ${stage.name}`}
          value={stage.category}
          options={stageCategories.map((value) => ({ value, label: categoryTitles[value] }))}
          onChange={(category) => change({ category })}
          isDisabled={!studio.can('create')}
        />
      )}
    />
  )
}
