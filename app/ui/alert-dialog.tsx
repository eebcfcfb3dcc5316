import { AlertDialog as Primitive } from 'radix-ui'
import { useId, useState, type ReactNode } from 'react'
import { useLayer } from '#app/hooks/use-layer.ts'
import { focusFirstField } from '#app/hooks/focus-first-field.ts'
import { useReturnFocus } from '#app/hooks/use-return-focus.ts'
import { Button } from './button.tsx'
import styles from './dialog.module.css'
import { TextField } from './text-field.tsx'

type AlertDialogProps = {
  readonly isOpen: boolean
  readonly title: string
  readonly description: string
  readonly confirmLabel: string
  readonly tone?: 'primary' | 'danger'
  /** The text to type before confirming; compared exactly, after trimming. */
  readonly typedText?: string
  readonly onConfirm: () => void
  readonly onCancel: () => void
}

/** A question that must be answered. Focus starts on Cancel, or in the text field. */
export function AlertDialog(props: AlertDialogProps) {
  const { isOpen, onCancel } = props
  const { onEscapeKeyDown } = useLayer({ scope: 'dialog', blocks: 'everything', isOpen, onClose: onCancel })
  const onCloseAutoFocus = useReturnFocus(isOpen)
  return (
    <Primitive.Root open={isOpen} onOpenChange={(next) => !next && onCancel()}>
      <Primitive.Portal>
        <div className={styles['veil']}>
          <Primitive.Content
            className={styles['dialog']}
            aria-modal="true"
            style={{ width: 480 }}
            onEscapeKeyDown={onEscapeKeyDown}
            onOpenAutoFocus={focusFirstField}
            onCloseAutoFocus={onCloseAutoFocus}
          >
            <AlertForm {...props} />
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Mounted only while open, so that the typed text is cleared each time. */
function AlertForm(props: AlertDialogProps): ReactNode {
  const { title, description, confirmLabel, tone = 'primary', typedText, onConfirm, onCancel } = props
  const formId = useId()
  const [typed, setTyped] = useState('')
  const isReady = typedText === undefined || typed.trim() === typedText
  return (
    <>
      <header className={styles['header']}>
        <Primitive.Title className={styles['title']}>{title}</Primitive.Title>
      </header>
      <form
        id={formId}
        className={styles['body']}
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) onConfirm()
        }}
      >
        <Primitive.Description className={typedText === undefined ? undefined : styles['description']}>
          {description}
        </Primitive.Description>
        {typedText !== undefined && (
          <TextField label={`Type “${typedText}” to confirm`} value={typed} onChange={setTyped} />
        )}
      </form>
      <footer className={styles['footer']}>
        <Primitive.Cancel asChild>
          <Button onClick={onCancel}>Cancel</Button>
        </Primitive.Cancel>
        <Button type="submit" form={formId} variant={tone} isDisabled={!isReady}>
          {confirmLabel}
        </Button>
      </footer>
    </>
  )
}
