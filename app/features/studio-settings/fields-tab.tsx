import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { kindTitles } from '#core/fields/kind-titles.ts'
import { fieldKinds, type FieldKind } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { useKeptFocus } from '#app/ui/use-kept-focus.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { FieldEditor } from './field-editor.tsx'
import styles from './fields-tab.module.css'
import { ListActions } from './list-actions.tsx'
import { NativeSelect } from './native-select.tsx'
import { settingsStore } from './settings-store.ts'

/** The studio's own fields of items, in the order of their columns; one of them open to be changed. */
export function FieldsTab({ studio }: { readonly studio: StudioReplica }) {
  const { fieldId } = useSnapshot(settingsStore)
  const list = useKeptFocus<HTMLDivElement>()
  const fields = studio.getFields()
  const canEdit = studio.can('create')
  return (
    <div className={styles['fields']} ref={list}>
      {fields.length === 0 ? (
        <EmptyState
          title="No fields yet"
          text="What your studio notes of its shots and assets besides tasks: difficulty, camera, vendor, delivery. Each becomes a column of the grid."
        />
      ) : (
        <ul className={styles['list']}>
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
              {field.id === fieldId && <FieldEditor studio={studio} field={field} canEdit={canEdit} />}
            </li>
          ))}
        </ul>
      )}
      {canEdit && <AddField />}
    </div>
  )
}

function AddField() {
  const [kind, setKind] = useState<FieldKind>('text')
  return (
    <div className={styles['add']}>
      <NativeSelect
        label="Kind of the new field"
        value={kind}
        options={fieldKinds.map((value) => ({ value, label: kindTitles[value] }))}
        onChange={setKind}
      />
      <CommandButton command="studio-field.add" args={[kind]} icon={<Plus aria-hidden="true" />} />
    </div>
  )
}
