import { useMedia } from '#app/hooks/use-media.ts'
import { countOf } from '#core/lib/text.ts'
import { SelectionBar } from '#app/ui/selection-bar.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import type { ProjectList } from './list-store.ts'

/** Commands of a page, each with what its button says. */
type Actions = Readonly<Record<string, string>>

type ChosenRowsProps<Id extends string> = {
  readonly list: ProjectList<Id>
  /** What a row is called: `task`. */
  readonly noun: string
  /** What can be done to the one that the keys are on, whoever looks at it. */
  readonly looking?: Actions
  /** What those do who may change it. */
  readonly changing: Actions
}

const ofCells: Actions = { 'copy-cells': 'Copy' }
const changingCells: Actions = { 'fill-down': 'Fill down', 'clear-cells': 'Clear' }

/** What can be done to the chosen rows, or to the chosen cells; for a finger, which has no keys, to the one that was touched as well. */
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
