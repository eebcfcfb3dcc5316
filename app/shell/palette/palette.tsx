import { Command as Primitive } from 'cmdk'
import { useState, type KeyboardEvent } from 'react'
import { useSnapshot } from 'valtio'
import { findActiveCommands } from '#app/commands/active-commands.ts'
import { makeContext } from '#app/commands/command-context.ts'
import { rememberRecent } from '#app/commands/recents.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { closePalette, uiStore } from '#app/stores/ui-store.ts'
import { Kbd } from '#app/ui/kbd.tsx'
import { Surface } from '#app/ui/surface.tsx'
import type { PaletteRow } from './palette-rows.ts'
import { PaletteList } from './palette-list.tsx'
import styles from './palette.module.css'
import { usePaletteRows } from './use-palette-rows.ts'

/** Everything that can be found and done, in one field. */
export function Palette() {
  const palette = usePalette()
  const { query, command, page, chip, groups, active } = palette
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
            placeholder={page?.placeholder ?? 'Search or run a command'}
          />
        </div>
        <PaletteList groups={groups} query={query} onPick={palette.pick} />
        <footer className={styles['footer']}>
          <Hint keys="↵" text="run" />
          {command === undefined ? <Hint keys="→" text="arguments" /> : <Hint keys="⌫" text="back" />}
          <Hint keys="Esc" text="close" />
          <span className={styles['note']}>{palette.isOnSelection && 'acts on the selection'}</span>
        </footer>
      </Primitive>
    </Surface>
  )
}

function Hint({ keys, text }: { readonly keys: string; readonly text: string }) {
  return (
    <span className={styles['hint']}>
      <Kbd>{keys}</Kbd>
      {text}
    </span>
  )
}

function usePalette() {
  const { palette, selectionLabel } = useSnapshot(uiStore)
  // What could be done when the palette opened; its own layer silences the rest only for keys.
  const [{ context, commands }] = useState(() => {
    const layers = layerStack.layers().filter((layer) => layer.scope !== 'palette')
    const opened = makeContext('palette')
    return { context: opened, commands: findActiveCommands(opened, layers).commands }
  })
  const [text, setText] = useState('')
  const [commandId, setCommandId] = useState(palette?.commandId)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [pointed, setActive] = useState('')

  const isCommandMode = palette?.mode === 'commands' || text.startsWith('>')
  const query = text.replace(/^>\s*/, '')
  const command = commandId === undefined ? undefined : registry.find(commandId)
  const page = command?.args?.[chosen.length]
  const groups = usePaletteRows({ commands, context, query, hasResults: !isCommandMode, command, chosen })

  const rows = groups.flatMap((group) => group.rows)
  // Rows that arrive late must not leave the list without an active one.
  const row = rows.find((candidate) => candidate.id === pointed) ?? rows[0]

  const open = (id: string | undefined, values: readonly string[]): void => {
    setCommandId(id)
    setChosen(values)
    setText('')
  }
  const pick = (row: PaletteRow, isElsewhere = false): void => {
    if (row.target.kind === 'result') {
      rememberRecent(row.id)
      closePalette()
      if (isElsewhere) context.openTab(row.target.to)
      else context.navigate(row.target.to)
    } else if (row.target.kind === 'command' && row.target.hasArguments) open(row.target.commandId, [])
    else if (row.target.kind === 'command') run(row.target.commandId, [])
    else if (command !== undefined) {
      const values = [...chosen, row.target.value]
      if (values.length < (command.args?.length ?? 0)) open(command.id, values)
      else run(command.id, values)
    }
  }
  const goBack = (): void => open(chosen.length === 0 ? undefined : commandId, chosen.slice(0, -1))
  const onKeyDown = makeKeyHandler({ row, pick, ...(text === '' && command !== undefined && { goBack }) })
  return {
    query: text,
    setQuery: setText,
    active: row?.id ?? '',
    setActive,
    command,
    page,
    groups,
    pick,
    onKeyDown,
    chip: command?.title ?? selectionLabel ?? (palette?.mode === 'commands' ? 'Commands' : undefined),
    isOnSelection: command === undefined && selectionLabel !== undefined,
  }
}

type KeyTargets = {
  readonly row: PaletteRow | undefined
  readonly pick: (row: PaletteRow, isElsewhere?: boolean) => void
  /** Given where Backspace has no text to take away. */
  readonly goBack?: () => void
}

function makeKeyHandler({ row, pick, goBack }: KeyTargets): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.nativeEvent.isComposing) return
    const mod = event.ctrlKey || event.metaKey
    const act = actionOf()
    if (act === undefined) return
    event.preventDefault()
    act()

    function actionOf(): (() => void) | undefined {
      if (event.key === 'Backspace') return goBack
      if (row === undefined) return undefined
      if (event.key === 'Enter' && mod) return () => pick(row, true)
      if (event.key === 'c' && mod && !hasSelectedText(event)) return () => void copyLink(row)
      return opensArguments(event, row) ? () => pick(row) : undefined
    }
  }
}

function run(commandId: string, args: readonly string[]): void {
  rememberRecent(commandId)
  // Closed first: the command may open a layer of its own, or move the focus.
  closePalette()
  void runCommand(commandId, { args, source: 'palette' })
}

/** → at the end of the text, or Tab, goes on to the arguments. */
function opensArguments(event: KeyboardEvent, row: PaletteRow): boolean {
  if (row.target.kind !== 'command' || !row.target.hasArguments) return false
  const field = event.target
  const isAtEnd = field instanceof HTMLInputElement && field.selectionStart === field.value.length
  return (event.key === 'Tab' && !event.shiftKey) || (event.key === 'ArrowRight' && isAtEnd)
}

function hasSelectedText({ target }: KeyboardEvent): boolean {
  return target instanceof HTMLInputElement && target.selectionStart !== target.selectionEnd
}

async function copyLink(row: PaletteRow): Promise<void> {
  if (row.target.kind === 'result') await navigator.clipboard.writeText(location.origin + row.target.to)
}
