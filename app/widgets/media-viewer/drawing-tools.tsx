import { ArrowUpRight, Check, Eraser, Pencil, Square, Trash2, Type, Undo2, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { drawingColors } from '#core/comments/drawing-colors.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { drawingTools, type DrawingSession, type DrawingTool } from './drawing-store.ts'
import styles from './drawing.module.css'

const icons: Readonly<Record<DrawingTool, ReactNode>> = {
  pen: <Pencil aria-hidden="true" />,
  arrow: <ArrowUpRight aria-hidden="true" />,
  box: <Square aria-hidden="true" />,
  text: <Type aria-hidden="true" />,
  eraser: <Eraser aria-hidden="true" />,
}

/** The names of the colours, in the order of their keys. */
const colorNames = ['red', 'orange', 'yellow', 'green', 'blue', 'white']

type DrawingToolsProps = { readonly session: DrawingSession }

/** The drawing toolbar. */
export function DrawingTools({ session }: DrawingToolsProps) {
  const { tool, color, shapes, before } = session
  return (
    <div className={styles['tools']} role="toolbar" aria-label="Drawing">
      {drawingTools.map((name) => (
        <CommandIconButton
          key={name}
          command={`drawing.${name}`}
          variant="ghost"
          aria-pressed={name === tool}
          icon={icons[name]}
        />
      ))}
      <span className={styles['gap']} />
      {drawingColors.map((value, index) => (
        <button
          key={value}
          type="button"
          className={styles['color']}
          style={{ backgroundColor: value }}
          aria-label={`Draw in ${colorNames[index] ?? value}`}
          aria-pressed={value === color}
          data-tooltip={`Draw in ${colorNames[index] ?? value}`}
          data-tooltip-keys={String(index + 1)}
          onClick={() => void runCommand('drawing.color', { args: [value] })}
        />
      ))}
      <span className={styles['gap']} />
      <CommandIconButton
        command="drawing.undo"
        variant="ghost"
        isDisabled={before.length === 0}
        icon={<Undo2 aria-hidden="true" />}
      />
      <CommandIconButton
        command="drawing.clear"
        variant="ghost"
        isDisabled={shapes.length === 0}
        icon={<Trash2 aria-hidden="true" />}
      />
      <CommandIconButton command="drawing.cancel" variant="ghost" icon={<X aria-hidden="true" />} />
      <CommandButton command="drawing.done" variant="primary" icon={<Check aria-hidden="true" />}>
        Done
      </CommandButton>
    </div>
  )
}
