import type { ReactNode } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { Button, type ButtonProps } from '#app/ui/button.tsx'

type CommandButtonProps = Omit<ButtonProps, 'onClick' | 'keys' | 'children'> & {
  readonly command: string
  readonly args?: readonly string[]
  /** Replaces the command's title. */
  readonly children?: ReactNode
  /** Shows the key on the button; otherwise it is in the tooltip. */
  readonly hasKeyHint?: boolean
}

/** A button that runs a command and shows its key. */
export function CommandButton({ command, args, children, hasKeyHint = true, ...rest }: CommandButtonProps) {
  const { title, keys, ariaKeys } = useCommand(command)
  return (
    <Button
      {...rest}
      keys={hasKeyHint ? keys : undefined}
      aria-keyshortcuts={ariaKeys}
      {...(!hasKeyHint && { 'data-tooltip-keys': keys })}
      onClick={() => void runCommand(command, args === undefined ? {} : { args })}
    >
      {children ?? title}
    </Button>
  )
}
