import { useEffect, useId, type ReactNode } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import { holdUnsavedForm } from '#app/stores/ui-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { CancelButton } from './cancel-button.tsx'
import { CommandButton } from './command-button.tsx'
import styles from './form-dialog.module.css'

type FormDialogProps = {
  readonly isOpen: boolean
  readonly title: string
  readonly submit: { readonly command: string; readonly label: string; readonly isDisabled: boolean }
  /** The command that deletes the form's subject; absent if it cannot be deleted now. */
  readonly remove?: { readonly command: string; readonly args: readonly string[] }
  readonly onClose: () => void
  readonly children: ReactNode
}

/** A form that creates or changes something, with Delete, Cancel and Submit below it. */
export function FormDialog({ isOpen, title, submit, remove, onClose, children }: FormDialogProps) {
  const formId = useId()
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      width={800}
      footer={
        <>
          {remove !== undefined && (
            <CommandButton
              command={remove.command}
              args={remove.args}
              variant="danger"
              hasKeyHint={false}
              className={styles['delete']}
            >
              Delete
            </CommandButton>
          )}
          <CancelButton />
          <Button type="submit" form={formId} variant="primary" isDisabled={submit.isDisabled}>
            {submit.label}
          </Button>
        </>
      }
    >
      <Form id={formId} command={submit.command}>
        {children}
      </Form>
    </Dialog>
  )
}

type FormProps = { readonly id: string; readonly command: string; readonly children: ReactNode }

/** Counts as an unsaved form while mounted. */
function Form({ id, command, children }: FormProps) {
  useEffect(() => holdUnsavedForm(), [])
  return (
    <form
      id={id}
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        void runCommand(command)
      }}
    >
      {children}
    </form>
  )
}

type StateChoiceProps = { readonly isActive: boolean; readonly onChange: (isActive: boolean) => void }

/** Chooses whether a project or space is Active. */
export function StateChoice({ isActive, onChange }: StateChoiceProps) {
  return (
    <LabelledChoice label="State">
      <Segmented
        label="State"
        value={isActive ? 'active' : 'inactive'}
        options={[
          { value: 'active', label: 'Active' },
          { value: 'inactive', label: 'Inactive' },
        ]}
        onChange={(value) => onChange(value === 'active')}
      />
    </LabelledChoice>
  )
}

type LabelledChoiceProps = { readonly label: string; readonly children: ReactNode }

/** A choice under a visible label, which the control also announces to screen readers. */
export function LabelledChoice({ label, children }: LabelledChoiceProps) {
  return (
    <div className={styles['choice']}>
      <span className={styles['label']} aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  )
}
