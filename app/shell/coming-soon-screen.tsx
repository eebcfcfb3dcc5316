import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'

export function ComingSoonScreen() {
  return (
    <EmptyState level={1} title="Coming soon" text="This page is not built yet.">
      <CommandButton command="go.spaces">Back to the project</CommandButton>
    </EmptyState>
  )
}
