import { DropdownMenu } from 'radix-ui'
import { useState, type ReactElement, type ReactNode } from 'react'
import { Check } from 'lucide-react'
import { useLayer } from '#app/hooks/use-layer.ts'
import { classNames } from '#app/lib/class-names.ts'
import styles from './floating.module.css'
import { Kbd } from './kbd.tsx'

export type MenuItem =
  | { readonly kind: 'separator'; readonly id: string }
  | { readonly kind: 'heading'; readonly id: string; readonly label: string }
  | {
      readonly kind: 'action'
      readonly id: string
      readonly label: string
      readonly onSelect: () => void
      readonly icon?: ReactNode
      readonly keys?: string | undefined
      readonly tone?: 'danger'
      readonly isDisabled?: boolean
      /** Given for an item that can be ticked. */
      readonly isChecked?: boolean
    }

type MenuProps = {
  readonly trigger: ReactElement
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'end'
  /** With the specification's tall options, for a list that is chosen from and not acted with. */
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
        {/* Outside of the page's landmarks, it needs to be one, or its heading belongs nowhere. */}
        <section aria-label="Menu">
          <DropdownMenu.Content
            className={classNames(styles['floating'], styles['menu'], isRoomy && styles['roomy'])}
            align={align}
            sideOffset={4}
            collisionPadding={8}
            loop
            onEscapeKeyDown={onEscapeKeyDown}
            // The button gets the focus back, unless a key that came at once has given it to something else.
            onCloseAutoFocus={(event) => document.activeElement !== document.body && event.preventDefault()}
          >
            {items.map(renderItem)}
          </DropdownMenu.Content>
        </section>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

function renderItem(item: MenuItem): ReactNode {
  if (item.kind === 'separator') return <DropdownMenu.Separator key={item.id} className={styles['separator']} />
  if (item.kind === 'heading') {
    return (
      <DropdownMenu.Label key={item.id} className={styles['heading']}>
        {item.label}
      </DropdownMenu.Label>
    )
  }
  const common = {
    className: classNames(styles['item'], item.tone === 'danger' && styles['danger']),
    disabled: item.isDisabled ?? false,
    onSelect: item.onSelect,
  }
  const content = (
    <>
      {item.icon}
      <span className={styles['itemLabel']}>{item.label}</span>
      {item.keys !== undefined && <Kbd>{item.keys}</Kbd>}
    </>
  )
  if (item.isChecked === undefined) {
    return (
      <DropdownMenu.Item key={item.id} {...common}>
        {content}
      </DropdownMenu.Item>
    )
  }
  return (
    <DropdownMenu.CheckboxItem key={item.id} {...common} checked={item.isChecked}>
      <span className={styles['mark']}>{item.isChecked && <Check aria-hidden="true" />}</span>
      {content}
    </DropdownMenu.CheckboxItem>
  )
}
