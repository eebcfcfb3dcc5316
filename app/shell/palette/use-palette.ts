import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSnapshot } from 'valtio'
import { paletteSources } from '#app/commands/palette-source.ts'
import { rememberRecent } from '#app/commands/recents.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { closePalette, uiStore } from '#app/stores/ui-store.ts'
import { makeKeyHandler } from './palette-keys.ts'
import type { PaletteRow } from './palette-rows.ts'
import { commandsOnly, everything, findScope } from './palette-scope.ts'
import { takeTypeAhead } from './type-ahead.ts'
import { useCommandsBelow } from './use-commands-below.ts'
import { usePaletteRows } from './use-palette-rows.ts'

/** What the palette shows and does. */
export function usePalette() {
  const { selectionLabel } = useSnapshot(uiStore)
  const { context, commands } = useCommandsBelow()
  const steps = useSteps()
  const { query, scope, command, chosen } = steps
  const [pointed, setActive] = useState('')

  useEffect(() => {
    for (const source of paletteSources.all()) source.prepare?.()
  }, [])

  const { groups, isPartial } = usePaletteRows({ commands, context, query, scope, command, chosen })
  const rows = groups.flatMap((group) => group.rows)
  // Rows that arrive late must not leave the list without an active one.
  const row = rows.find((candidate) => candidate.id === pointed) ?? rows[0]

  const pick = (row: PaletteRow, isElsewhere = false): void => {
    const { target } = row
    if (target.kind === 'result') {
      rememberRecent(row.id)
      closePalette()
      if (isElsewhere) context.openTab(target.to)
      else context.navigate(target.to)
    } else if (target.kind === 'scope') steps.setSign(target.sign)
    else if (target.kind === 'command' && target.hasArguments) steps.open(target.commandId, [])
    else if (target.kind === 'command') run(target.commandId, { args: [], isElsewhere })
    else if (command !== undefined) {
      const args = [...chosen, target.value]
      if (args.length < (command.args?.length ?? 0)) steps.open(command.id, args)
      else run(command.id, { args, isElsewhere })
    }
  }
  const { goBack } = steps
  const page = command?.args?.[chosen.length]
  const takeTyped = useTyped({ steps, row, pick })
  return {
    query,
    setQuery: steps.type,
    onFocus: takeTyped,
    active: row?.id ?? '',
    setActive,
    placeholder: page?.placeholder ?? scope.placeholder,
    empty: page?.empty ?? 'Nothing found',
    groups,
    isPartial,
    pick,
    onKeyDown: makeKeyHandler({ row, pick, ...(query === '' && goBack !== undefined && { goBack }) }),
    chip: command?.title ?? scope.label ?? selectionLabel,
    canGoBack: goBack !== undefined,
    isOnSelection: command === undefined && scope.hasCommands && selectionLabel !== undefined,
  }
}

type Typed = {
  readonly steps: ReturnType<typeof useSteps>
  readonly row: PaletteRow | undefined
  readonly pick: (row: PaletteRow) => void
}

/** What was typed before the field was there begins its text, and an Enter after it takes the first row there is. */
function useTyped({ steps, row, pick }: Typed): () => void {
  const entered = useRef<string>(undefined)
  // After every drawing: the rows for the text may come later than the text.
  useEffect(() => {
    if (entered.current === undefined || entered.current !== steps.typed || row === undefined) return
    entered.current = undefined
    // Not while drawing: the palette is gone before what it runs begins.
    queueMicrotask(() => pick(row))
  })
  return () => {
    const { text, isEntered } = takeTypeAhead()
    const whole = steps.query + text
    steps.type(whole)
    if (isEntered) entered.current = whole
  }
}

/** How far somebody has come: what is looked through, the command whose arguments are asked for, what is typed. */
function useSteps() {
  const { palette } = useSnapshot(uiStore)
  const [query, setQuery] = useState('')
  const [scope, setScope] = useState(palette?.mode === 'commands' ? commandsOnly : everything)
  const [commandId, setCommandId] = useState(palette?.commandId)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [typed, setTyped] = useState('')
  const command = commandId === undefined ? undefined : registry.find(commandId)

  const type = (text: string): void => {
    const signed = scope === everything && command === undefined ? findScope(text.charAt(0)) : undefined
    if (signed !== undefined) setScope(signed)
    setTyped(text)
    setQuery(signed === undefined ? text : text.slice(1).trimStart())
  }
  const open = (id: string | undefined, values: readonly string[]): void => {
    setCommandId(id)
    setChosen(values)
    setQuery('')
  }
  const goBack = (): void => {
    if (command !== undefined) open(chosen.length === 0 ? undefined : commandId, chosen.slice(0, -1))
    else setScope(everything)
  }
  return {
    query,
    scope,
    command,
    chosen,
    /** The whole text as it was typed last, with the sign of its scope. */
    typed,
    type,
    open,
    setSign: (sign: string) => setScope(findScope(sign) ?? everything),
    goBack: command !== undefined || scope !== everything ? goBack : undefined,
  }
}

type RunOptions = { readonly args: readonly string[]; readonly isElsewhere: boolean }

function run(commandId: string, options: RunOptions): void {
  rememberRecent(commandId)
  // Closed first, on the page too: the command may open a layer of its own, or move the focus, which the palette keeps.
  flushSync(closePalette)
  void runCommand(commandId, { ...options, source: 'palette' })
}
