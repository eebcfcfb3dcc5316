import { EmptyState } from '#app/ui/empty-state.tsx'

export function ComingSoonScreen() {
  return <EmptyState title="Coming soon" text="This page is not built yet." />
}
