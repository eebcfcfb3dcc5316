import { Dialog as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { useLayer } from '#app/hooks/use-layer.ts'
import { useReturnFocus } from '#app/hooks/use-return-focus.ts'
import { moveStandIn, takeOrigin } from '#app/widgets/comments/stand-in.ts'
import { closePopup } from './popup-store.ts'
import styles from './task-popup.module.css'

type PopupDialogProps = { readonly title: string; readonly children: ReactNode }

/** The window of the popup. It silences the screen under it, not the app's own keys. */
export function PopupDialog({ title, children }: PopupDialogProps) {
  const { onEscapeKeyDown } = useLayer({ scope: 'popup', blocks: 'screens', onClose: closePopup })
  const onCloseAutoFocus = useReturnFocus(true, takeOrigin)
  return (
    <Primitive.Root open onOpenChange={(next) => !next && closePopup()}>
      <Primitive.Portal>
        {/* Not the primitive's own overlay: that locks scrolling with a style element the content policy refuses. */}
        <div className={styles['veil']} data-popup-veil="">
          <Primitive.Content
            id="task-popup"
            className={styles['popup']}
            aria-describedby={undefined}
            onEscapeKeyDown={onEscapeKeyDown}
            onCloseAutoFocus={onCloseAutoFocus}
            onOpenAutoFocus={(event) => {
              // The window itself: the viewer's keys act at once, and nothing is about to be pressed.
              event.preventDefault()
              const { currentTarget } = event
              if (currentTarget instanceof HTMLElement && !moveStandIn(currentTarget)) currentTarget.focus()
            }}
            onInteractOutside={(event) => {
              // A toast or a menu lies over the popup, not beside it.
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

/** Gives the keys back to the viewer. */
export function focusPopup(): void {
  document.querySelector<HTMLElement>('#task-popup')?.focus()
}
