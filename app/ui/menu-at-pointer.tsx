import { ContextMenu } from 'radix-ui'
import { useState, type ReactElement } from 'react'
import { useLayer } from '#app/hooks/use-layer.ts'
import { classNames } from '#app/lib/class-names.ts'
import styles from './floating.module.css'
import { MenuItems, type MenuItem } from './menu-items.tsx'

type MenuAtPointerProps = {
  /** What it is opened on: by the secondary button, a long touch, or the menu key. */
  readonly children: ReactElement
  readonly label: string
  /** Asked for when it opens. */
  readonly getItems: () => readonly MenuItem[]
  readonly isDisabled?: boolean
  /** Where the focus goes when it closes. */
  readonly onClosed: () => void
}

/** A menu where one presses. */
export function MenuAtPointer({ children, label, getItems, isDisabled = false, onClosed }: MenuAtPointerProps) {
  const [isOpen, setOpen] = useState(false)
  const { onEscapeKeyDown } = useLayer({ scope: 'dialog', blocks: 'everything', isOpen, onClose: () => setOpen(false) })
  return (
    <ContextMenu.Root open={isOpen} onOpenChange={setOpen} modal={false}>
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
              // What was chosen may have given it to something else.
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
