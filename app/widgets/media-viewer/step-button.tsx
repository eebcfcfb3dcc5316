import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import styles from './transport.module.css'

type StepButtonProps = { readonly command: string }

/** A button for a step, labelled only with its key cap. */
export function StepButton({ command }: StepButtonProps) {
  const { title, keys, ariaKeys } = useCommand(command)
  return (
    <button
      type="button"
      className={styles['step']}
      aria-label={title}
      aria-keyshortcuts={ariaKeys}
      data-tooltip={title}
      onClick={() => void runCommand(command)}
    >
      {keys}
    </button>
  )
}
