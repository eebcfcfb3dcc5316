import { Command as Primitive } from 'cmdk'
import { closePalette } from '#app/stores/ui-store.ts'
import { Kbd } from '#app/ui/kbd.tsx'
import { Surface } from '#app/ui/surface.tsx'
import { PaletteList } from './palette-list.tsx'
import styles from './palette.module.css'
import { usePalette } from './use-palette.ts'

/** Everything that can be found and done, in one field. */
export function Palette() {
  const palette = usePalette()
  const { query, chip, groups, active } = palette
  return (
    <Surface label="Search or run a command" scope="palette" onClose={closePalette}>
      <Primitive
        label="Search or run a command"
        shouldFilter={false}
        vimBindings={false}
        loop
        value={active}
        onValueChange={palette.setActive}
        onKeyDown={palette.onKeyDown}
      >
        <div className={styles['field']}>
          {chip !== undefined && <span className={styles['chip']}>{chip}</span>}
          <Primitive.Input
            className={styles['input']}
            value={query}
            onValueChange={palette.setQuery}
            onFocus={palette.onFocus}
            placeholder={palette.placeholder}
          />
        </div>
        <PaletteList groups={groups} query={query} empty={palette.empty} onPick={palette.pick} />
        <footer className={styles['footer']}>
          <Hint keys="↵" text="run" />
          {palette.canGoBack ? <Hint keys="⌫" text="back" /> : <Hint keys="→" text="arguments" />}
          <Hint keys="Esc" text="close" />
          <output className={styles['note']}>{noteOf(palette)}</output>
        </footer>
      </Primitive>
    </Surface>
  )
}

function noteOf({ isPartial, isOnSelection }: ReturnType<typeof usePalette>): string {
  if (isPartial) return 'Offline: only what this device keeps is searched'
  return isOnSelection ? 'acts on the selection' : 'Type ? to see what can be searched'
}

function Hint({ keys, text }: { readonly keys: string; readonly text: string }) {
  return (
    <span className={styles['hint']}>
      <Kbd>{keys}</Kbd>
      {text}
    </span>
  )
}
