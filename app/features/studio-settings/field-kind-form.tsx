import { useSnapshot } from 'valtio'
import { describeKindPlan } from '#core/fields/change-kind.ts'
import { kindTitles } from '#core/fields/kind-titles.ts'
import { fieldKinds, type FieldDefinition } from '#core/schema/field-definitions.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import styles from './fields-tab.module.css'
import { NativeSelect } from './native-select.tsx'
import { settingsStore } from './settings-store.ts'

type FieldKindFormProps = { readonly field: FieldDefinition; readonly canEdit: boolean }

/** The kind of a field. Before it changes, shows which values can be kept. */
export function FieldKindForm({ field, canEdit }: FieldKindFormProps) {
  const { kindPlan } = useSnapshot(settingsStore)
  const plan = kindPlan?.field.id === field.id ? kindPlan : undefined
  return (
    <div className={styles['labelled']}>
      Kind
      <NativeSelect
        label="Kind"
        value={plan?.definition.kind ?? field.kind}
        options={fieldKinds
          .filter((kind) => kind !== 'formula')
          .map((kind) => ({ value: kind, label: kindTitles[kind] }))}
        onChange={(kind) =>
          void (kind === field.kind
            ? runCommand('studio-field.keep-kind')
            : runCommand('studio-field.plan-kind', { args: [field.id, kind] }))
        }
        isDisabled={!canEdit}
      />
      {plan !== undefined && (
        <div className={styles['plan']}>
          <output>{describeKindPlan(plan)}</output>
          <CommandButton command="studio-field.change-kind" size="small" variant="primary" />
          <CommandButton command="studio-field.keep-kind" size="small" variant="ghost" />
        </div>
      )}
    </div>
  )
}
