import { useSnapshot } from 'valtio'
import { newStageColor, stageCategories, type StageCategory } from '#core/domain/default-stages.ts'
import { newId, type StageId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { StageDraft } from '#core/operations/save-catalogue.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { toSettings } from './drafts.ts'
import { EntryList } from './entry-list.tsx'
import { NativeSelect } from './native-select.tsx'
import { editDrafts, settingsStore } from './settings-store.ts'

const categoryTitles: Readonly<Record<StageCategory, string>> = {
  'pre-production': 'Pre-production',
  production: 'Production',
  'post-production': 'Post-production',
}

/** The steps of the studio's pipeline. */
export function StagesTab({ studio }: { readonly studio: StudioReplica }) {
  const { drafts } = useSnapshot(settingsStore)
  const { stages } = toSettings(studio, drafts)
  const save = (next: readonly StageDraft[]): void => editDrafts({ stages: next })
  const remove = ({ id }: StageDraft): void => {
    const spaces = [...studio.replica.getRows('space_stages').values()].filter(({ stageId }) => stageId === id)
    if (spaces.length > 0) showToast({ kind: 'error', text: messages['stage-used-by-spaces'](spaces.length) })
    else save(stages.filter((stage) => stage.id !== id))
  }
  return (
    <EntryList
      noun="Stage"
      entries={stages}
      canEdit={studio.can('create')}
      onChange={save}
      onAdd={() =>
        save([...stages, { id: newId<StageId>(), name: 'New stage', color: newStageColor, category: 'production' }])
      }
      onDelete={studio.can('delete') ? remove : undefined}
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
