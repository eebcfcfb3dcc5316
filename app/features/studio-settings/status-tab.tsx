import { useSnapshot } from 'valtio'
import type { StatusDraft } from '#core/studios/save-catalogue.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { toSettings } from './drafts.ts'
import { EntryList } from './entry-list.tsx'
import { followNames } from './follow-names.ts'
import styles from './entry-list.module.css'
import { editDrafts, settingsStore } from './settings-store.ts'

/** The statuses of tasks; exactly one is the default for new tasks. */
export function StatusTab({ studio }: { readonly studio: StudioReplica }) {
  const { drafts } = useSnapshot(settingsStore)
  const { statuses } = toSettings(studio, drafts)
  const canEdit = studio.can('create')
  const isSaved = (id: string): boolean => studio.replica.find('task_statuses', id) !== undefined
  const save = (next: readonly StatusDraft[]): void => editDrafts({ statuses: next })
  return (
    <EntryList
      kind="status"
      entries={statuses}
      canEdit={canEdit}
      canDelete={studio.can('delete')}
      onChange={(next) => save(followNames({ before: statuses, next }, isSaved))}
      renderFields={(status, change) => (
        <>
          <input
            className={styles['code']}
            type="text"
            aria-label={`Short code of ${status.name}`}
            autoComplete="off"
            maxLength={10}
            value={status.shortCode}
            disabled={!canEdit}
            onChange={(event) => change({ shortCode: event.currentTarget.value.toUpperCase() })}
          />
          <Checkbox
            label="Done"
            isChecked={status.isDone}
            isDisabled={!canEdit}
            onChange={(isDone) => change({ isDone })}
          />
          <label className={styles['radio']}>
            <input
              type="radio"
              name="default-status"
              aria-label={`${status.name} is the default`}
              checked={status.isDefault}
              disabled={!canEdit}
              onChange={() => save(statuses.map((other) => ({ ...other, isDefault: other.id === status.id })))}
            />
            Default
          </label>
        </>
      )}
    />
  )
}
