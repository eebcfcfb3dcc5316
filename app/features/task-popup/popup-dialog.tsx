import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { useLayer } from '#app/hooks/use-layer.ts'
import { useReturnFocus } from '#app/hooks/use-return-focus.ts'
import { moveStandIn, takeOrigin } from '#app/widgets/comments/stand-in.ts'
import { closePopup } from './popup-store.ts'
import styles from './task-popup.module.css'

type PopupDialogProps = { readonly title: string; readonly children: ReactNode }

/** The popup's dialog. It disables the keys of the screen below, but not the app's own. */
export function PopupDialog({ title, children }: PopupDialogProps) {
  const { onEscapeKeyDown } = useLayer({ scope: 'popup', blocks: 'screens', onClose: closePopup })
  const onCloseAutoFocus = useReturnFocus(true, takeOrigin)
  return (
    <Primitive.Root open onOpenChange={(next) => !next && closePopup()}>
      <Primitive.Portal>
        {/* Not Radix's overlay: it locks scrolling with a style element, which the content security policy blocks. */}
        <div className={styles['veil']} data-popup-veil="">
          <Primitive.Content
            id="task-popup"
            className={styles['popup']}
            aria-describedby={undefined}
            onEscapeKeyDown={onEscapeKeyDown}
            onCloseAutoFocus={onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              // Focuses the dialog itself: the viewer's keys work at once, and no button is armed.
              event.preventDefault()
              const { currentTarget } = event
              if (currentTarget instanceof HTMLElement && !moveStandIn(currentTarget)) currentTarget.focus()
            }}
            onInteractOutside={(event) => {
              // Toasts and menus are above the popup, not outside it.
              const { target } = event.detail.originalEvent
              if (!(target instanceof Element && target.hasAttribute('data-popup-veil'))) event.preventDefault()
            }}
          >
            <Primitive.Title className="visually-hidden">{title}</Primitive.Title>
            {children}
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

/** Returns the focus to the popup, so that the viewer's keys work. */
export function focusPopup(): void {
  document.querySelector<HTMLElement>('#task-popup')?.focus()
}
