import { SelectionBar } from '#app/ui/selection-bar.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { countOf } from '#core/lib/text.ts'
import { runCommand } from '#app/commands/run-command.ts'

/** How many shots are selected, and the actions for all of them. */
export function ChosenShots({ count }: { readonly count: number }) {
  if (count === 0) return null
  return (
    <SelectionBar
      isBelow
      count={countOf(count, 'shot')}
      label="Selected shots"
      onClear={() => void runCommand('casting.none')}
    >
      {canChangeStudio() && (
        <>
          <CommandButton command="casting.add" variant="ghost" hasKeyHint={false} />
          <CommandButton command="casting.paste" variant="ghost" hasKeyHint={false}>
            Paste a cast
          </CommandButton>
        </>
      )}
    </SelectionBar>
  )
}
