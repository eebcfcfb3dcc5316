import { EmptyState } from '#app/ui/empty-state.tsx'

export function ComingSoonScreen() {
  return <EmptyState level={1} title="Coming soon" text="This page is not built yet." />
}
