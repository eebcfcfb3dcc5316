import { useSnapshot } from 'valtio'
import { defaultStatusColor, toShortCode } from '#core/domain/default-statuses.ts'
import { newId, type StatusId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { StatusDraft } from '#core/operations/save-catalogue.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { Checkbox } from '#app/ui/checkbox.tsx'
import { toSettings } from './drafts.ts'
import { EntryList } from './entry-list.tsx'
import styles from './entry-list.module.css'
import { editDrafts, settingsStore } from './settings-store.ts'

const newName = 'New status'

/** What a task can be; exactly one is what new tasks start with. */
export function StatusTab({ studio }: { readonly studio: StudioReplica }) {
  const { drafts } = useSnapshot(settingsStore)
  const { statuses } = toSettings(studio, drafts)
  const canEdit = studio.can('create')
  const save = (next: readonly StatusDraft[]): void => editDrafts({ statuses: next })
  const remove = ({ id, isDefault }: StatusDraft): void => {
    const spaces = [...studio.replica.getRows('space_statuses').values()].filter(({ statusId }) => statusId === id)
    if (spaces.length > 0) {
      showToast({ kind: 'error', text: messages['status-used-by-spaces'](spaces.length) })
      return
    }
    const left = statuses.filter((status) => status.id !== id)
    // The first one takes over, as it does in the database.
    save(isDefault ? left.map((status, index) => ({ ...status, isDefault: index === 0 })) : left)
  }
  return (
    <EntryList
      noun="Status"
      entries={statuses}
      canEdit={canEdit}
      onChange={save}
      onAdd={() => {
        const texts = { name: newName, shortCode: toShortCode(newName), color: defaultStatusColor }
        save([...statuses, { id: newId<StatusId>(), ...texts, isDone: false, isDefault: false }])
      }}
      onDelete={studio.can('delete') ? remove : undefined}
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
