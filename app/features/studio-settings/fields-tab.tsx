import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { kindTitles, ownerTitles } from '#core/fields/kind-titles.ts'
import type { FieldId } from '#core/lib/ids.ts'
import { fieldKinds, fieldOwners, type FieldKind, type FieldOwner } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FieldEditor } from './field-editor.tsx'
import styles from './fields-tab.module.css'
import { ListActions } from './list-actions.tsx'
import { NativeSelect } from './native-select.tsx'
import { settingsStore } from './settings-store.ts'

/** The studio's own fields by what has them, in the order of their columns; one can be open for editing. */
export function FieldsTab({ studio }: { readonly studio: StudioReplica }) {
  const { fieldId } = useSnapshot(settingsStore)
  const list = useKeptFocus<HTMLDivElement>()
  const fields = studio.getAllFields()
  const canEdit = studio.can('create')
  return (
    <div className={styles['fields']} ref={list}>
      {fields.length === 0 ? (
        <EmptyState
          title="No fields yet"
          text="What your studio records about its shots, assets, tasks and projects: difficulty, camera, vendor, delivery. Each becomes a column."
        />
      ) : (
        fieldOwners.map((owner) => <FieldList key={owner} owner={owner} studio={studio} openId={fieldId} />)
      )}
      {canEdit && <AddField />}
    </div>
  )
}

type FieldListProps = {
  readonly owner: FieldOwner
  readonly studio: StudioReplica
  readonly openId: FieldId | undefined
}

/** The fields of items, tasks or projects; nothing if there are none. */
function FieldList({ owner, studio, openId }: FieldListProps) {
  const fields = studio.getAllFields().filter(({ of }) => of === owner)
  const canEdit = studio.can('create')
  if (fields.length === 0) return null
  return (
    <section>
      <h3 className={styles['owner']}>{ownerTitles[owner].many}</h3>
      <ul className={styles['list']} aria-label={`Fields of ${ownerTitles[owner].many.toLowerCase()}`}>
        {fields.map((field, index) => (
          <li key={field.id} data-focus-row="">
            <div className={styles['row']}>
              <span className={styles['title']}>
                <b>{field.name}</b>
                <span className={styles['note']}>{kindTitles[field.kind]}</span>
                <code className={styles['key']}>{field.key}</code>
              </span>
              <ListActions
                commands="studio-field"
                id={field.id}
                name={field.name}
                place={{ isFirst: index === 0, isLast: index === fields.length - 1 }}
                rights={{ canEdit, canDelete: studio.can('delete') }}
              />
            </div>
            {field.id === openId && <FieldEditor studio={studio} field={field} canEdit={canEdit} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

function AddField() {
  const [kind, setKind] = useState<FieldKind>('text')
  const [owner, setOwner] = useState<FieldOwner>('item')
  const kinds = fieldKinds.filter((each) => each !== 'formula' || owner === 'item')
  const chosen = kinds.includes(kind) ? kind : 'text'
  return (
    <div className={styles['add']}>
      <NativeSelect
        label="What has the new field"
        value={owner}
        options={fieldOwners.map((value) => ({ value, label: ownerTitles[value].many }))}
        onChange={setOwner}
      />
      <NativeSelect
        label="Kind of the new field"
        value={chosen}
        options={kinds.map((value) => ({ value, label: kindTitles[value] }))}
        onChange={setKind}
      />
      <CommandButton command="studio-field.add" args={[chosen, owner]} icon={<Plus aria-hidden="true" />} />
    </div>
  )
}
