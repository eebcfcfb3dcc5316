import { DropdownMenu } from 'radix-ui'
import { useState, type ReactElement } from 'react'
import { useLayer } from '#app/hooks/use-layer.ts'
import { classNames } from '#app/lib/class-names.ts'
import styles from './floating.module.css'
import { MenuItems, type MenuItem } from './menu-items.tsx'

type MenuProps = {
  readonly trigger: ReactElement
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'end'
  /** Uses the specification's tall options, for lists to choose from rather than actions. */
  readonly isRoomy?: boolean
}

/** A menu under a button. Its name is the button's. */
export function Menu({ trigger, items, align = 'start', isRoomy = false }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  const { onEscapeKeyDown } = useLayer({ scope: 'dialog', blocks: 'everything', isOpen, onClose: () => setOpen(false) })
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setOpen} modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        {/* Outside the page's landmarks, it must be a landmark itself, or its heading belongs to none. */}
        <section aria-label="Menu">
          <DropdownMenu.Content
            className={classNames(styles['floating'], styles['menu'], isRoomy && styles['roomy'])}
            align={align}
            sideOffset={4}
            collisionPadding={8}
            loop
            onEscapeKeyDown={onEscapeKeyDown}
            // The button regains the focus, unless a quick key press has moved it elsewhere.
            onCloseAutoFocus={(event) => document.activeElement !== document.body && event.preventDefault()}
          >
            <MenuItems items={items} parts={DropdownMenu} />
          </DropdownMenu.Content>
        </section>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
