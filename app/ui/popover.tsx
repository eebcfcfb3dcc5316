import { Popover as Primitive } from 'radix-ui'
import { useState, type ReactElement, type ReactNode } from 'react'
import { useLayer } from '#app/hooks/use-layer.ts'
import { classNames } from '#app/lib/class-names.ts'
import styles from './floating.module.css'

type PopoverProps = {
  readonly label: string
  readonly trigger: ReactElement
  /** For callers that open it by other means than its trigger. */
  readonly isOpen?: boolean
  readonly onOpenChange?: (isOpen: boolean) => void
  readonly align?: 'start' | 'center' | 'end'
  /** Removes its padding, for lists. */
  readonly isFlush?: boolean
  readonly children: ReactNode
}

export function Popover(props: PopoverProps) {
  const { label, trigger, align = 'start', isFlush = false, children } = props
  const [ownOpen, setOwnOpen] = useState(false)
  const isOpen = props.isOpen ?? ownOpen
  const setOpen = (next: boolean): void => {
    setOwnOpen(next)
    props.onOpenChange?.(next)
  }
  const { onEscapeKeyDown } = useLayer({ scope: 'dialog', blocks: 'everything', isOpen, onClose: () => setOpen(false) })
  return (
    <Primitive.Root open={isOpen} onOpenChange={setOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          className={classNames(styles['floating'], !isFlush && styles['popover'])}
          aria-label={label}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onEscapeKeyDown={onEscapeKeyDown}
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
