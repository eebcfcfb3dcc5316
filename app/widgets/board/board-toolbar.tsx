import {
  AlignHorizontalDistributeCenter,
  Crosshair,
  Download,
  Frame,
  Grid3x3,
  Hand,
  Keyboard,
  Maximize,
  Minimize,
  MousePointer2,
  Redo2,
  Type,
  Undo2,
  Upload,
} from 'lucide-react'
import { useSyncExternalStore, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { keysOf } from '#app/commands/bindings.ts'
import { formatKeys, platformOf } from '#app/commands/keymap.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { keyStore } from '#app/stores/key-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Menu, type MenuItem } from '#app/ui/menu.tsx'
import { CommandIconButton } from '../command-icon-button.tsx'
import { PersonAvatar } from '../person-avatar.tsx'
import type { BoardModel } from './board-model.ts'
import type { BoardPerson } from './board-people.ts'
import type { BoardView } from './board-view.ts'
import styles from './board.module.css'

type BoardToolbarProps = {
  readonly model: BoardModel
  readonly view: BoardView
  readonly people: readonly BoardPerson[]
}

const arranging =
  'forward backward front back - align-left align-centre align-right align-top align-middle align-bottom - distribute-across distribute-down tidy - group ungroup lock duplicate opacity edit delete'.split(
    ' ',
  )
const filing = ['import-folder', 'export-png', 'export-originals', '-', 'pick-color', 'greyscale', 'minimap']

/** The tools of a board. */
export function BoardToolbar({ model, view, people }: BoardToolbarProps) {
  const canEdit = model.canEdit()
  const { tool, isSnapping, isFullscreen } = view
  return (
    <div className={styles['toolbar']} role="toolbar" aria-label="Board tools">
      <h2 className={styles['name']}>{model.name}</h2>
      <Tool name="select-tool" icon={<MousePointer2 aria-hidden="true" />} isPressed={tool === 'select'} />
      <Tool name="pan-tool" icon={<Hand aria-hidden="true" />} isPressed={tool === 'pan'} />
      <span className={styles['gap']} />
      {canEdit && (
        <>
          <Tool name="upload" icon={<Upload aria-hidden="true" />} />
          <Tool name="text" icon={<Type aria-hidden="true" />} />
        </>
      )}
      <Tool name="frame-all" icon={<Frame aria-hidden="true" />} />
      <Tool name="center-selected" icon={<Crosshair aria-hidden="true" />} isDisabled={view.selection.size === 0} />
      <Tool name="snap" icon={<Grid3x3 aria-hidden="true" />} isPressed={isSnapping} />
      <span className={styles['gap']} />
      {canEdit && (
        <>
          <Tool name="undo" icon={<Undo2 aria-hidden="true" />} />
          <Tool name="redo" icon={<Redo2 aria-hidden="true" />} />
          <CommandMenu
            label="Arrange"
            icon={<AlignHorizontalDistributeCenter aria-hidden="true" />}
            names={arranging}
          />
        </>
      )}
      <CommandMenu label="Files and view" icon={<Download aria-hidden="true" />} names={filing} />
      <span className={styles['end']}>
        {people.map(({ userId, name }) => (
          <PersonAvatar key={userId} userId={userId} name={name} size={20} />
        ))}
        <CommandIconButton command="help.shortcuts" variant="ghost" icon={<Keyboard aria-hidden="true" />} />
        <Tool
          name="fullscreen"
          icon={isFullscreen ? <Minimize aria-hidden="true" /> : <Maximize aria-hidden="true" />}
          isPressed={isFullscreen}
        />
      </span>
    </div>
  )
}

type ToolProps = {
  readonly name: string
  readonly icon: ReactNode
  readonly isPressed?: boolean
  readonly isDisabled?: boolean
}

function Tool({ name, icon, isPressed, isDisabled = false }: ToolProps) {
  return (
    <CommandIconButton
      command={`canvas.${name}`}
      variant="ghost"
      icon={icon}
      isDisabled={isDisabled}
      {...(isPressed !== undefined && { 'aria-pressed': isPressed })}
    />
  )
}

type CommandMenuProps = { readonly label: string; readonly icon: ReactNode; readonly names: readonly string[] }

/** Commands under one button, as the registry has them: those that cannot act now are greyed. */
function CommandMenu({ label, icon, names }: CommandMenuProps) {
  const commands = useSyncExternalStore(registry.subscribe, registry.all)
  const preferences = useSnapshot(keyStore)
  const items = names.flatMap((name, index): readonly MenuItem[] => {
    if (name === '-') return [{ kind: 'separator', id: `separator ${index}` }]
    const command = commands.find(({ id }) => id === `canvas.${name}`)
    if (command === undefined) return []
    const [keys] = keysOf(command, preferences)
    return [
      {
        kind: 'action',
        id: command.id,
        label: command.title,
        keys: keys === undefined ? undefined : formatKeys(keys, platformOf(navigator.userAgent)),
        onSelect: () => void runCommand(command.id),
      },
    ]
  })
  return (
    <Menu
      trigger={
        <Button variant="ghost" icon={icon}>
          {label}
        </Button>
      }
      items={items}
    />
  )
}
