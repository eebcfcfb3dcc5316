import { useMedia } from '#app/hooks/use-media.ts'
import { countOf } from '#core/lib/text.ts'
import { SelectionBar } from '#app/ui/selection-bar.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import type { ProjectList } from './list-store.ts'

/** Names of a page's commands, each with its button's text. */
type Actions = Readonly<Record<string, string>>

type ChosenRowsProps<Id extends string> = {
  readonly list: ProjectList<Id>
  /** The word for a row: `task`. */
  readonly noun: string
  /** Actions on the focused row that need no permission. */
  readonly looking?: Actions
  /** Actions for those who may change rows. */
  readonly changing: Actions
}

const ofCells: Actions = { 'copy-cells': 'Copy' }
const changingCells: Actions = { 'fill-down': 'Fill down', 'clear-cells': 'Clear' }

/** The actions for the selected rows or cells; on touch screens, which have no keys, also for the row last touched. */
export function ChosenRows<Id extends string>({ list, noun, looking = {}, changing }: ChosenRowsProps<Id>) {
  const isTouch = useMedia('(pointer: coarse), (width < 640px)')
  const { column, focus, range, selected } = list.store
  if (range.cells.size > 1) {
    const actions = { ...ofCells, ...(canChangeStudio() && changingCells) }
    return (
      <SelectionBar
        isBelow
        label="Selected cells"
        count={countOf(range.cells.size, 'cell')}
        onClear={() => list.focusColumn(column)}
      >
        {Object.entries(actions).map(([command, label]) => (
          <Action key={command} command={`${list.page}.${command}`} label={label} />
        ))}
      </SelectionBar>
    )
  }
  const isTouched = isTouch && focus !== undefined
  if (selected.size === 0 && !isTouched) return null
  const clear = (): void => {
    list.select([])
    if (isTouch) list.focus(undefined)
  }
  const toggle = isTouched ? { [`${list.page}.toggle`]: selected.has(focus) ? 'Not this' : 'Select' } : {}
  const actions = {
    ...(focus !== undefined && looking),
    ...toggle,
    ...(canChangeStudio() && changing),
  }
  return (
    <SelectionBar isBelow label={`Selected ${noun}s`} count={countOf(Math.max(1, selected.size), noun)} onClear={clear}>
      {Object.entries(actions).map(([command, label]) => (
        <Action key={command} command={command} label={label} />
      ))}
    </SelectionBar>
  )
}

function Action({ command, label }: { readonly command: string; readonly label: string }) {
  return (
    <CommandButton command={command} variant="ghost" hasKeyHint={false}>
      {label}
    </CommandButton>
  )
}
