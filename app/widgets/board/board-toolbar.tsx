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
import { memo, type ReactNode } from 'react'
import { Button } from '#app/ui/button.tsx'
import { Menu } from '#app/ui/menu.tsx'
import type { MenuItem } from '#app/ui/menu-items.tsx'
import { CommandIconButton } from '../command-icon-button.tsx'
import { PersonAvatar } from '../person-avatar.tsx'
import type { BoardModel } from './board-model.ts'
import type { BoardPerson } from './board-person.ts'
import type { BoardView } from './board-view.ts'
import { useMenuItems } from './use-menu-items.ts'
import styles from './board.module.css'

type BoardToolbarProps = {
  readonly model: BoardModel
  readonly people: readonly BoardPerson[]
  /** The version of the board's contents, which the available commands depend on. */
  readonly version: number
} & Pick<BoardView, 'tool' | 'selection' | 'focused' | 'isSnapping' | 'isGreyscale' | 'isMinimapShown' | 'isFullscreen'>

const arranging =
  'forward backward front back - align-left align-centre align-right align-top align-middle align-bottom - distribute-across distribute-down tidy - group ungroup lock duplicate opacity crop uncrop edit delete'.split(
    ' ',
  )
const filing = 'import-folder export-png export-originals - pick-color greyscale minimap'.split(' ')

/** The board's tools; redraws only when one of them changes, not with every move of the board. */
export const BoardToolbar = memo(function BoardToolbar(props: BoardToolbarProps) {
  const { model, people, tool, selection, isSnapping, isFullscreen } = props
  const canEdit = model.canEdit()
  const list = useMenuItems(model)
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
      <Tool name="center-selected" icon={<Crosshair aria-hidden="true" />} isDisabled={selection.size === 0} />
      <Tool name="snap" icon={<Grid3x3 aria-hidden="true" />} isPressed={isSnapping} />
      <span className={styles['gap']} />
      {canEdit && (
        <>
          <Tool name="undo" icon={<Undo2 aria-hidden="true" />} />
          <Tool name="redo" icon={<Redo2 aria-hidden="true" />} />
          <CommandMenu
            label="Arrange"
            icon={<AlignHorizontalDistributeCenter aria-hidden="true" />}
            items={list(arranging)}
          />
        </>
      )}
      <CommandMenu label="Files and view" icon={<Download aria-hidden="true" />} items={list(filing)} />
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
})

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

type CommandMenuProps = { readonly label: string; readonly icon: ReactNode; readonly items: readonly MenuItem[] }

/** Groups commands under one button. */
function CommandMenu({ label, icon, items }: CommandMenuProps) {
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
