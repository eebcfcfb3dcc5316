import { useSnapshot } from 'valtio'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { uiStore, type ViewPlace } from '#app/stores/ui-store.ts'
import { Segmented } from '#app/ui/segmented.tsx'

/** Switches between wide and compact cards. */
export function ViewSwitch({ place }: { readonly place: ViewPlace }) {
  const viewMode = useSnapshot(uiStore).viewModes[place]
  const { keys } = useCommand('view.density')
  return (
    <Segmented
      label="View"
      value={viewMode}
      options={[
        { value: 'wide', label: 'Wide', keys },
        { value: 'compact', label: 'Compact', keys },
      ]}
      onChange={() => void runCommand('view.density')}
    />
  )
}
