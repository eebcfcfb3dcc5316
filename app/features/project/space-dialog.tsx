import { spaceLayouts } from '#core/schema/spaces.ts'
import { useSnapshot } from 'valtio'
import { illustrationStages } from '#core/studios/default-stages.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { FormDialog, LabelledChoice, StateChoice } from '#app/widgets/form-dialog.tsx'
import { ChoiceList } from './choice-list.tsx'
import { closeSpaceForm, editSpaceDraft, projectStore } from './project-store.ts'
import { layoutNames } from './space-card.ts'
import styles from './space-dialog.module.css'
import { findMissing } from './space-draft.ts'

type SpaceDialogProps = { readonly studio: StudioReplica }

/** Creates or edits a space: name, layout, stages and statuses. */
export function SpaceDialog({ studio }: SpaceDialogProps) {
  const { form } = useSnapshot(projectStore)
  const isNew = form?.spaceId === undefined
  const missing = form !== undefined && isNew ? findMissing(form.draft) : undefined
  // Lets people delete right after choosing Inactive, without saving first.
  const mayDelete = !isNew && !form.draft.isActive && studio.can('delete')
  return (
    <FormDialog
      isOpen={form !== undefined}
      onClose={closeSpaceForm}
      title={isNew ? 'Create Space' : 'Edit Space'}
      submit={{
        command: 'space.submit',
        label: isNew ? 'Create' : 'Save Changes',
        isDisabled: missing !== undefined || !studio.can('create'),
      }}
      {...(mayDelete && { remove: { command: 'space.delete', args: [form.spaceId] } })}
    >
      <SpaceForm studio={studio} />
    </FormDialog>
  )
}

function SpaceForm({ studio }: SpaceDialogProps) {
  const { form } = useSnapshot(projectStore)
  if (form === undefined) return null
  const { name, layout } = form.draft
  return (
    <>
      <TextField
        label="Name"
        value={name}
        onChange={(value) => editSpaceDraft({ name: value })}
        maxLength={200}
        isRequired
      />
      <LayoutAndState />
      <div className={styles['columns']}>
        {layout === 'illustration' ? <FixedStages /> : <ChoiceList kind="stage" studio={studio} />}
        <ChoiceList kind="status" studio={studio} />
      </div>
    </>
  )
}

/** The layout, chosen once, and the state, which can only change later. */
function LayoutAndState() {
  const { form } = useSnapshot(projectStore)
  if (form === undefined) return null
  const { layout, isActive } = form.draft
  return (
    <div className={styles['choices']}>
      <LabelledChoice label="Layout">
        {form.spaceId === undefined ? (
          <Segmented
            label="Layout"
            value={layout}
            options={spaceLayouts.map((value) => ({ value, label: layoutNames[value] }))}
            onChange={(value) => editSpaceDraft({ layout: value })}
          />
        ) : (
          <span className={styles['value']}>{layoutNames[layout]}</span>
        )}
      </LabelledChoice>
      {form.spaceId !== undefined && (
        <StateChoice isActive={isActive} onChange={(value) => editSpaceDraft({ isActive: value })} />
      )}
    </div>
  )
}

/** The fixed stages of an illustration space. */
function FixedStages() {
  return (
    <section className={styles['fixed']} aria-label="Stages">
      <h3 className={styles['title']}>Stages</h3>
      <p className={styles['note']}>An illustration space always has these stages.</p>
      <ol className={styles['stages']}>
        {illustrationStages.map(({ name, color }) => (
          <li key={name} className={styles['stage']}>
            <span className={styles['dot']} style={{ backgroundColor: color }} />
            {name}
          </li>
        ))}
      </ol>
    </section>
  )
}
