import { ChevronDown } from 'lucide-react'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { Button } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import type { MenuItem } from '#app/ui/menu-items.tsx'
import { findChanged, listViews } from '../commands/saved-view-commands.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore } from '../space-view-store.ts'
import styles from './toolbar.module.css'

/** The saved views of the space, with the open one's name. */
export function SavedViews({ model }: { readonly model: SpaceModel }) {
  const { keys } = useCommand('saved-view.open')
  const { viewId } = spaceViewStore
  const views = listViews({ model })
  const open = views.find(({ id }) => id === viewId)
  const isChanged = findChanged({ model }) !== undefined
  const entries = views.map(({ id, name, ownerId }): MenuItem => ({
    kind: 'action',
    id,
    label: ownerId === undefined ? `${name} · studio` : name,
    isChecked: id === viewId,
    onSelect: () => void runCommand('saved-view.open', { args: [id] }),
  }))
  const command = (id: string, label: string): MenuItem => ({
    kind: 'action',
    id,
    label,
    onSelect: () => void runCommand(id),
  })
  const items: readonly MenuItem[] = [
    ...entries,
    ...(views.length > 0
      ? [
          {
            kind: 'action' as const,
            id: 'everything',
            label: 'Everything',
            isChecked: viewId === undefined,
            onSelect: () => void runCommand('saved-view.open', { args: [''] }),
          },
          { kind: 'separator' as const, id: 'after' },
        ]
      : []),
    ...(isChanged ? [command('saved-view.update', `Save the changes into ${open?.name ?? ''}`)] : []),
    command('saved-view.save', 'Save as a view…'),
    ...(views.length > 0 ? [command('saved-view.rename', 'Rename…'), command('saved-view.delete', 'Delete…')] : []),
  ]
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          data-tooltip="Saved views"
          data-tooltip-keys={keys}
          aria-label={open && isChanged ? `${open.name}, changed` : undefined}
        >
          {open === undefined ? 'Views' : `${open.name}${isChanged ? ' •' : ''}`}
          <ChevronDown aria-hidden="true" className={styles['chevron']} />
        </Button>
      }
      items={items}
    />
  )
}
