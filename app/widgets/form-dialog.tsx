import { useId, type ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Dialog } from '#app/ui/dialog.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { CancelButton } from './cancel-button.tsx'
import { CommandButton } from './command-button.tsx'
import styles from './form-dialog.module.css'

type FormDialogProps = {
  readonly isOpen: boolean
  readonly title: string
  readonly submit: { readonly label: string; readonly isDisabled: boolean }
  /** Deletes what the form is about; absent where it may not be deleted now. */
  readonly remove?: { readonly command: string; readonly args: readonly string[] }
  readonly onClose: () => void
  /** The form, which takes the id that Submit names. */
  readonly children: (formId: string) => ReactNode
}

/** A form that creates a thing or changes one, with Delete, Cancel and Submit below it. */
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
      {children(formId)}
    </Dialog>
  )
}

type StateChoiceProps = { readonly isActive: boolean; readonly onChange: (isActive: boolean) => void }

/** Whether a project or space is Active. */
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

/** A choice under its name, which the choice itself also says to a screen reader. */
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
