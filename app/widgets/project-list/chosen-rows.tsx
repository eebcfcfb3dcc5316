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

/** What can be done to the chosen rows; for a finger, which has no keys, to the one that was touched as well. */
export function ChosenRows<Id extends string>({ list, noun, looking = {}, changing }: ChosenRowsProps<Id>) {
  const isTouch = useMedia('(pointer: coarse), (width < 640px)')
  const { focus, selected } = list.store
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
    <SelectionBar label={`Selected ${noun}s`} count={countOf(Math.max(1, selected.size), noun)} onClear={clear}>
      {Object.entries(actions).map(([command, label]) => (
        <CommandButton key={command} command={command} variant="ghost" hasKeyHint={false}>
          {label}
        </CommandButton>
      ))}
    </SelectionBar>
  )
}
