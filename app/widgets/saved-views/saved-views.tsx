import { ChevronDown } from 'lucide-react'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { Button } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import type { MenuItem } from '#app/ui/menu-items.tsx'
import styles from './saved-views.module.css'
import { findChanged, findView, listOwnFirst, type ViewSource } from './view-source.ts'

type SavedViewsProps = {
  readonly source: Omit<ViewSource, 'client' | 'form' | 'open'>
  /** The prefix of its commands. */
  readonly prefix: string
}

/** A page's saved views, with the name of the open one. */
export function SavedViews({ source, prefix }: SavedViewsProps) {
  const { keys } = useCommand(`${prefix}.open`)
  const views = listOwnFirst(source)
  const open = findView(source, source.openId)
  const isChanged = findChanged(source) !== undefined
  const openView = (id: string): void => void runCommand(`${prefix}.open`, { args: [id] })
  const entries = views.map(({ id, name, ownerId }): MenuItem => ({
    kind: 'action',
    id,
    label: ownerId === undefined ? `${name} · studio` : name,
    isChecked: id === source.openId,
    onSelect: () => openView(id),
  }))
  const command = (name: string, label: string): MenuItem => ({
    kind: 'action',
    id: name,
    label,
    onSelect: () => void runCommand(`${prefix}.${name}`),
  })
  const items: readonly MenuItem[] = [
    ...entries,
    ...(views.length > 0
      ? [
          {
            kind: 'action' as const,
            id: 'everything',
            label: 'Everything',
            isChecked: source.openId === undefined,
            onSelect: () => openView(''),
          },
          { kind: 'separator' as const, id: 'after' },
        ]
      : []),
    ...(isChanged ? [command('update', `Save the changes into ${open?.name ?? ''}`)] : []),
    command('save', 'Save as a view…'),
    ...(views.length > 0 ? [command('rename', 'Rename…'), command('delete', 'Delete…')] : []),
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
