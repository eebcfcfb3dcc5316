import { spaceLayouts } from '#core/schema/spaces.ts'
import { useEffect, useId } from 'react'
import { useSnapshot } from 'valtio'
import { illustrationStages } from '#core/studios/default-stages.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { holdUnsavedForm } from '#app/stores/ui-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { CancelButton } from '#app/widgets/cancel-button.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { ChoiceList } from './choice-list.tsx'
import { closeSpaceForm, editSpaceDraft, projectStore } from './project-store.ts'
import { layoutNames } from './space-card.ts'
import styles from './space-dialog.module.css'
import { findMissing } from './space-draft.ts'

type SpaceDialogProps = { readonly studio: StudioReplica }

/** Creates a space, or changes one: its name, its layout, its stages and its statuses. */
export function SpaceDialog({ studio }: SpaceDialogProps) {
  const { form } = useSnapshot(projectStore)
  const formId = useId()
  const isNew = form?.spaceId === undefined
  const missing = form !== undefined && isNew ? findMissing(form.draft) : undefined
  // Whoever has just chosen Inactive need not save and come back.
  const mayDelete = !isNew && !form.draft.isActive
  return (
    <Dialog
      isOpen={form !== undefined}
      onClose={closeSpaceForm}
      title={isNew ? 'Create Space' : 'Edit Space'}
      width={800}
      footer={
        <>
          {mayDelete && studio.can('delete') && (
            <CommandButton
              command="space.delete"
              args={[form.spaceId]}
              variant="danger"
              hasKeyHint={false}
              className={styles['delete']}
            >
              Delete
            </CommandButton>
          )}
          <CancelButton />
          <Button
            type="submit"
            form={formId}
            variant="primary"
            isDisabled={missing !== undefined || !studio.can('create')}
          >
            {isNew ? 'Create' : 'Save Changes'}
          </Button>
        </>
      }
    >
      <SpaceForm id={formId} studio={studio} />
    </Dialog>
  )
}

function SpaceForm({ id, studio }: SpaceDialogProps & { readonly id: string }) {
  const { form } = useSnapshot(projectStore)
  useEffect(() => holdUnsavedForm(), [])
  if (form === undefined) return null
  const { name, layout } = form.draft
  return (
    <form
      id={id}
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void runCommand('space.submit')
      }}
    >
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
    </form>
  )
}

/** The layout is chosen once; the state can only change later. */
function LayoutAndState() {
  const { form } = useSnapshot(projectStore)
  if (form === undefined) return null
  const { layout, isActive } = form.draft
  return (
    <div className={styles['choices']}>
      <div className={styles['field']}>
        <span className={styles['label']} aria-hidden="true">
          Layout
        </span>
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
      </div>
      {form.spaceId !== undefined && (
        <div className={styles['field']}>
          <span className={styles['label']} aria-hidden="true">
            State
          </span>
          <Segmented
            label="State"
            value={isActive ? 'active' : 'inactive'}
            options={[
              { value: 'active', label: 'Active' },
              { value: 'inactive', label: 'Inactive' },
            ]}
            onChange={(value) => editSpaceDraft({ isActive: value === 'active' })}
          />
        </div>
      )}
    </div>
  )
}

/** Illustrations always go through the same stages. */
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
