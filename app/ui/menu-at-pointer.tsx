import { ContextMenu } from 'radix-ui'
import { useState, type ReactElement } from 'react'
import { useLayer } from '#app/hooks/use-layer.ts'
import { classNames } from '#app/lib/class-names.ts'
import styles from './floating.module.css'
import { MenuItems, type MenuItem } from './menu-items.tsx'

type MenuAtPointerProps = {
  /** The element it opens on: by the secondary button, a long touch or the menu key. */
  readonly children: ReactElement
  readonly label: string
  /** Called when it opens. */
  readonly getItems: () => readonly MenuItem[]
  readonly isDisabled?: boolean
  /** Called when it closes, after a choice or not. */
  readonly onLeave?: () => void
  /** Called after it closes if nothing else has the focus: moves the focus. */
  readonly onClosed: () => void
}

/** A context menu at the pointer. */
export function MenuAtPointer(props: MenuAtPointerProps) {
  const { children, label, getItems, isDisabled = false, onLeave, onClosed } = props
  const [isOpen, setOpen] = useState(false)
  const change = (next: boolean): void => {
    setOpen(next)
    if (!next) onLeave?.()
  }
  const { onEscapeKeyDown } = useLayer({ scope: 'dialog', blocks: 'everything', isOpen, onClose: () => change(false) })
  return (
    <ContextMenu.Root open={isOpen} onOpenChange={change} modal={false}>
      <ContextMenu.Trigger asChild disabled={isDisabled}>
        {children}
      </ContextMenu.Trigger>
      <ContextMenu.Portal>
        <section aria-label="Menu">
          <ContextMenu.Content
            className={classNames(styles['floating'], styles['menu'], styles['atPointer'])}
            aria-label={label}
            collisionPadding={8}
            loop
            onEscapeKeyDown={onEscapeKeyDown}
            onCloseAutoFocus={(event) => {
              event.preventDefault()
              // The chosen action may have moved the focus elsewhere.
              if (document.activeElement === document.body) onClosed()
            }}
          >
            {isOpen && <MenuItems items={getItems()} parts={ContextMenu} />}
          </ContextMenu.Content>
        </section>
      </ContextMenu.Portal>
    </ContextMenu.Root>
  )
}
