import { Command as Primitive } from 'cmdk'
import { useState } from 'react'
import { syncStore } from '#app/stores/sync-store.ts'
import { closePalette } from '#app/stores/ui-store.ts'
import { Kbd } from '#app/ui/kbd.tsx'
import { Surface } from '#app/ui/surface.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { PaletteList } from './palette-list.tsx'
import styles from './palette.module.css'
import { PlanView } from './sentence/plan-view.tsx'
import { SentenceMarks } from './sentence/sentence-marks.tsx'
import type { PlannedSentence } from './sentence/sentence-planner.ts'
import { usePalette } from './use-palette.ts'

/** Finds and does everything, from one field. */
export function Palette() {
  const palette = usePalette()
  const { query, chip, groups, active, sentence } = palette
  const { planned } = sentence
  const hasPlan = sentence.kind === 'whole' && planned !== undefined && planned.plan.length > 0
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
          <SentenceField palette={palette} />
        </div>
        {hasPlan && <PlanView planned={planned} />}
        <PaletteList groups={groups} query={query} empty={palette.empty} onPick={palette.pick} />
        <footer className={styles['footer']}>
          <Hint keys="↵" text="run" />
          {sentence.kind !== 'none' ? null : palette.canGoBack ? (
            <Hint keys="⌫" text="back" />
          ) : (
            <Hint keys="→" text="arguments" />
          )}
          <Hint keys="Esc" text="close" />
          {sentence.kind !== 'none' && <SentenceButtons />}
          <output className={styles['note']}>{describeNote(palette)}</output>
        </footer>
      </Primitive>
    </Surface>
  )
}

type Shown = ReturnType<typeof usePalette>

/** The field; in a sentence, the recognised words are marked behind the text. */
function SentenceField({ palette: { query, sentence, placeholder, setQuery, onFocus } }: { readonly palette: Shown }) {
  const [left, setLeft] = useState(0)
  const reading = sentence.kind !== 'none' && !sentence.isPending ? sentence.planned?.reading : undefined
  return (
    <span className={styles['text']}>
      {reading !== undefined && <SentenceMarks text={query} reading={reading} left={left} />}
      <Primitive.Input
        className={styles['input']}
        value={query}
        onValueChange={setQuery}
        onFocus={({ currentTarget: field }) => {
          onFocus()
          // Keeps the existing text and puts the caret at its end, instead of selecting it.
          queueMicrotask(() => field.setSelectionRange(field.value.length, field.value.length))
        }}
        onScroll={(event) => setLeft(event.currentTarget.scrollLeft)}
        placeholder={placeholder}
      />
    </span>
  )
}

function SentenceButtons() {
  return (
    <>
      <CommandButton command="sentence.save" variant="ghost" size="small">
        Save as macro
      </CommandButton>
      <CommandButton command="sentence.copy" variant="ghost" size="small">
        Copy as studio-cli do
      </CommandButton>
    </>
  )
}

function describeNote({ isPartial, isOnSelection, sentence: { kind, planned } }: Shown): string {
  if (kind === 'whole' && planned !== undefined) return describePlanNote(planned)
  if (isPartial) return 'Offline: only data on this device is searched'
  return isOnSelection && kind === 'none' ? 'acts on the selection' : 'Type ? to see what can be searched'
}

function describePlanNote({ missing, reading }: PlannedSentence): string {
  const { isOnline } = syncStore
  if (missing > 0) {
    const spaces = missing === 1 ? '1 space is' : `${missing} spaces are`
    return `${isOnline ? '' : 'Offline: '}${spaces} not on this device and not searched`
  }
  return isOnline || reading.problems.length > 0 ? '' : 'Offline: sent when you are back'
}

function Hint({ keys, text }: { readonly keys: string; readonly text: string }) {
  return (
    <span className={styles['hint']}>
      <Kbd>{keys}</Kbd>
      {text}
    </span>
  )
}
