import { UserRoundX } from 'lucide-react'
import { STUDIO_WIDE } from '#app/routes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'

type PersonNotFoundProps = {
  /** The command that shows another person's page, and the name of the page of everyone. */
  readonly command: string
  readonly everybody: string
}

/** Shown for an id that belongs to no present or former member. */
export function PersonNotFound({ command, everybody }: PersonNotFoundProps) {
  return (
    <EmptyState
      level={1}
      title="Person not found"
      text="Nobody in this studio has this address. They may have left."
      icon={<UserRoundX />}
    >
      <CommandButton command={command} args={[STUDIO_WIDE]} variant="primary" hasKeyHint={false}>
        {everybody}
      </CommandButton>
      <CommandButton command="go.projects" hasKeyHint={false}>
        Back to the projects
      </CommandButton>
    </EmptyState>
  )
}
