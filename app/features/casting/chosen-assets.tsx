import type { ReactNode } from 'react'
import { useMedia } from '#app/hooks/use-media.ts'
import { SelectionBar } from '#app/ui/selection-bar.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { assetsStore, focusAsset, selectAssets } from './assets-store.ts'

/** What can be done to the chosen assets; for a finger, which has no keys, to the one that was touched as well. */
export function ChosenAssets() {
  const isTouch = useMedia('(pointer: coarse), (width < 640px)')
  const { focus, selected } = assetsStore
  const isTouched = isTouch && focus !== undefined
  if (selected.size === 0 && !isTouched) return null
  const clear = (): void => {
    selectAssets([])
    if (isTouch) focusAsset(undefined)
  }
  return (
    <SelectionBar
      label="Selected assets"
      count={selected.size < 2 ? '1 asset' : `${selected.size} assets`}
      onClear={clear}
    >
      {isTouched && action('assets.toggle', selected.has(focus) ? 'Not this' : 'Select')}
      {canChangeStudio() && (
        <>
          {action('assets.set-status', 'Status')}
          {action('assets.assign', 'Assign')}
          {action('assets.set-kind', 'Kind')}
          {action('assets.field', 'Field')}
        </>
      )}
    </SelectionBar>
  )
}

function action(command: string, label: string): ReactNode {
  return (
    <CommandButton command={command} variant="ghost" hasKeyHint={false}>
      {label}
    </CommandButton>
  )
}
