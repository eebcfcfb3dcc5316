import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { useLayer } from '#app/hooks/use-layer.ts'
import { focusFirstField } from '#app/hooks/focus-first-field.ts'
import { useReturnFocus } from '#app/hooks/use-return-focus.ts'
import styles from './dialog.module.css'
import { IconButton } from './icon-button.tsx'

type DialogProps = {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description?: string | undefined
  /** In pixels; never wider than the window. */
  readonly width?: number
  readonly footer?: ReactNode
  readonly children: ReactNode
}

/** A modal window. Esc, a click outside and its close button close it; focus returns to where it was. */
export function Dialog({ isOpen, onClose, title, description, width = 480, footer, children }: DialogProps) {
  const { onEscapeKeyDown } = useLayer({ scope: 'dialog', blocks: 'everything', isOpen, onClose })
  const onCloseAutoFocus = useReturnFocus(isOpen)
  return (
    <Primitive.Root open={isOpen} onOpenChange={(next) => !next && onClose()}>
      <Primitive.Portal>
        {/* Not the primitive's own overlay: that locks scrolling with a style element, which the content security
            policy refuses. */}
        <div className={styles['veil']}>
          <Primitive.Content
            className={styles['dialog']}
            aria-modal="true"
            style={{ width }}
            {...(description === undefined && { 'aria-describedby': undefined })}
            onEscapeKeyDown={onEscapeKeyDown}
            onOpenAutoFocus={focusFirstField}
            onCloseAutoFocus={onCloseAutoFocus}
          >
            <header className={styles['header']}>
              <Primitive.Title className={styles['title']}>{title}</Primitive.Title>
              <IconButton label="Close" keys="Esc" variant="ghost" icon={<X aria-hidden="true" />} onClick={onClose} />
            </header>
            <div className={styles['body']} data-dialog-body="">
              {description !== undefined && (
                <Primitive.Description className={styles['description']}>{description}</Primitive.Description>
              )}
              {children}
            </div>
            {footer !== undefined && <footer className={styles['footer']}>{footer}</footer>}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
