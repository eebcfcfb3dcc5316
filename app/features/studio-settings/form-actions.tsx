import { CommandButton } from '#app/widgets/command-button.tsx'

type FormActionsProps = {
  readonly noun: 'report' | 'webhook'
  /** The id of what is edited; undefined for a new one. */
  readonly id: string | undefined
  readonly args: readonly string[]
  /** What has to be filled in first. */
  readonly problem: string | undefined
}

/** The buttons that submit a form of the settings, for something new or edited. */
export function FormActions({ noun, id, args, problem }: FormActionsProps) {
  const held = problem === undefined ? {} : { disabledReason: problem }
  if (id === undefined)
    return (
      <CommandButton command={`${noun}.create`} args={args} {...held}>
        Create {noun}
      </CommandButton>
    )
  return (
    <>
      <CommandButton command={`${noun}.save`} args={[id, ...args]} {...held}>
        Save
      </CommandButton>
      <CommandButton command={`${noun}.edit`} args={[id]} variant="ghost">
        Cancel
      </CommandButton>
    </>
  )
}
