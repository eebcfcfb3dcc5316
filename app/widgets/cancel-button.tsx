import type { ReactNode } from 'react'
import type { ButtonProps } from '#app/ui/button.tsx'
import { CommandButton } from './command-button.tsx'

type CancelButtonProps = Pick<ButtonProps, 'variant' | 'size'> & {
  /** Replaces 'Cancel'. */
  readonly children?: ReactNode
}

/** Closes its layer, as Esc does. */
export function CancelButton({ children = 'Cancel', ...rest }: CancelButtonProps) {
  return (
    <CommandButton {...rest} command="layer.close" hasKeyHint={false}>
      {children}
    </CommandButton>
  )
}
