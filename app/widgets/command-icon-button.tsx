import type { ReactNode } from 'react'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import type { ButtonProps } from '#app/ui/button.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'

type CommandIconButtonProps = Omit<ButtonProps, 'onClick' | 'keys' | 'icon' | 'children' | 'aria-label'> & {
  readonly command: string
  readonly icon: ReactNode
  /** Replaces the command's title. */
  readonly label?: string
  readonly args?: readonly string[]
  readonly count?: number
}

/** An icon button that runs a command; its tooltip shows the title and the key. */
export function CommandIconButton({ command, label, args, ...rest }: CommandIconButtonProps) {
  const { title, keys, ariaKeys } = useCommand(command)
  return (
    <IconButton
      {...rest}
      label={label ?? title}
      keys={keys}
      aria-keyshortcuts={ariaKeys}
      onClick={() => void runCommand(command, args === undefined ? {} : { args })}
    />
  )
}
