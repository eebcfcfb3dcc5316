import { Check } from 'lucide-react'
import type { ContextMenu, DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
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
      /** Present for items that can be ticked. */
      readonly isChecked?: boolean
    }

type MenuItemsProps = {
  readonly items: readonly MenuItem[]
  /** The primitives of the menu that contains them. */
  readonly parts: Pick<typeof DropdownMenu | typeof ContextMenu, 'Item' | 'CheckboxItem' | 'Label' | 'Separator'>
}

/** The entries of a menu. */
export function MenuItems({ items, parts }: MenuItemsProps) {
  return items.map((item) => renderItem(item, parts))
}

function renderItem(item: MenuItem, { Item, CheckboxItem, Label, Separator }: MenuItemsProps['parts']): ReactNode {
  if (item.kind === 'separator') return <Separator key={item.id} className={styles['separator']} />
  if (item.kind === 'heading') {
    return (
      <Label key={item.id} className={styles['heading']}>
        {item.label}
      </Label>
    )
  }
  const common = {
    className: classNames(styles['item'], item.tone === 'danger' && styles['danger']),
    disabled: item.isDisabled ?? false,
    // Typing matches the label alone, not a pill before it.
    textValue: item.label,
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
      <Item key={item.id} {...common}>
        {content}
      </Item>
    )
  }
  return (
    <CheckboxItem key={item.id} {...common} checked={item.isChecked}>
      <span className={styles['mark']}>{item.isChecked && <Check aria-hidden="true" />}</span>
      {content}
    </CheckboxItem>
  )
}
