import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { flushSync } from 'react-dom'
import { useSnapshot } from 'valtio'
import { assertNever } from '#core/lib/assert.ts'
import type { CommandContext } from '#app/commands/define-command.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import { paletteSources, type PaletteResult } from '#app/commands/palette-source.ts'
import { rememberRecent } from '#app/commands/recents.ts'
import { sentencePlace } from '#app/commands/sentence-place.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { runThere } from '#app/commands/run-there.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { closePalette, uiStore } from '#app/stores/ui-store.ts'
import { copyLink, makeKeyHandler } from './palette-keys.ts'
import type { PaletteGroup, PaletteRow } from './palette-rows.ts'
import { commandsOnly, everything, findScope } from './palette-scope.ts'
import { findResultActions } from './result-actions.ts'
import { listSentenceGroups } from './sentence/sentence-rows.ts'
import { isActionWord } from './sentence/is-sentence.ts'
import { setShownSentence } from './sentence/shown-sentence.ts'
import { useSentence, type Sentence } from './sentence/use-sentence.ts'
import { listValueRows } from './sentence/value-rows.ts'
import { takeKey, takeTypeAhead, type TypedLine } from './type-ahead.ts'
import { useCommandsBelow } from './use-commands-below.ts'
import { usePaletteRows } from './use-palette-rows.ts'

/** Holds the palette's state and handlers. */
export function usePalette() {
  const ui = useSnapshot(uiStore)
  // The topmost place wins: an open task comes before the selection under it.
  const selectionLabel = sentencePlace.find()?.getLabel?.() ?? ui.selectionLabel
  const { context, commands } = useCommandsBelow()
  const steps = useSteps()
  const { query, scope, command, chosen } = steps
  const [pointed, setActive] = useState('')

  useEffect(() => {
    for (const source of paletteSources.all()) source.prepare?.()
  }, [])

  const isPlain = command === undefined && scope === everything && steps.acting === undefined
  const sentence = useSentence(query, isPlain, steps.space)
  const isQuiet = sentence.kind === 'whole'
  const listing = usePaletteRows({ commands, context, query, scope, command, chosen, isQuiet })
  const { studio } = clientStore.get()
  const { acting } = steps
  const groups =
    acting !== undefined && studio !== undefined
      ? [findResultActions(acting, studio, query)]
      : withSentence(listing.groups, sentence, isPlain && sentence.hasSelected ? query : '')
  const rows = groups.flatMap((group) => group.rows)
  // Rows that arrive late must not leave the list without an active row.
  const row = rows.find((candidate) => candidate.id === pointed) ?? rows[0]

  const pickNow = makePick({ steps, context, sentence })
  const patience = usePatience({ query, first: rows[0], sentence, pick: pickNow })
  const { pick } = patience
  const { goBack } = steps
  const isSentence = sentence.kind !== 'none' || rows[0]?.target.kind === 'text'
  const page = command?.args?.[chosen.length]
  const typed = useTyped({ steps, row, patience, isReading: sentence.isPending })
  const handleKey = makeKeyHandler({
    row,
    pick,
    act: steps.act,
    suggested: isSentence ? rows.find(({ target }) => target.kind === 'text') : undefined,
    copySentence: sentence.kind === 'none' ? undefined : () => void runCommand('sentence.copy'),
    ...(query === '' && goBack !== undefined && { goBack }),
  })
  return {
    query,
    setQuery: steps.type,
    onFocus: typed.take,
    active: row?.id ?? '',
    setActive,
    placeholder: acting === undefined ? (page?.placeholder ?? scope.placeholder) : 'What to do with it',
    empty: isQuiet ? 'Reading…' : (page?.empty ?? 'Nothing found'),
    groups,
    isPartial: listing.isPartial && !isQuiet,
    sentence,
    pick,
    onKeyDown: (event: KeyboardEvent) => {
      if (!typed.hold(event)) handleKey(event)
    },
    chip: acting?.title ?? command?.title ?? scope.label ?? (isAboutOthers(sentence) ? undefined : selectionLabel),
    canGoBack: goBack !== undefined,
    isOnSelection: acting === undefined && command === undefined && scope.hasCommands && selectionLabel !== undefined,
  }
}

/** Tells whether the sentence names its own tasks rather than meaning the selection. */
function isAboutOthers({ kind, planned }: Sentence): boolean {
  return kind === 'whole' && planned?.isOnSelection !== true
}

type Pick = (row: PaletteRow, isElsewhere?: boolean) => void
type Picking = {
  readonly steps: ReturnType<typeof useSteps>
  readonly context: CommandContext
  readonly sentence: Sentence
}

/** Returns the function that carries out a row. */
function makePick({ steps, context, sentence }: Picking): Pick {
  const { command, chosen } = steps
  return ({ id, title, target, result }, isElsewhere = false) => {
    switch (target.kind) {
      case 'result':
        rememberRecent(id, result)
        closePalette()
        return isElsewhere ? context.openTab(target.to) : context.navigate(target.to)
      case 'tab':
        closePalette()
        return context.openTab(target.to)
      case 'copy':
        closePalette()
        void copyLink(target.to)
        return undefined
      case 'begin':
        return steps.begin(target.text, target.space)
      case 'elsewhere':
        flushSync(closePalette)
        context.navigate(target.to)
        if (target.needs === undefined) void runThere(target.commandId, target.args)
        else showToast({ text: `“${title}” needs ${target.needs}`, suggestion: 'Open or create one here.' })
        return undefined
      case 'scope':
        return steps.setSign(target.sign)
      case 'text':
        return steps.type(target.text)
      case 'wider':
        return sentence.widen()
      case 'plan':
        return applySentence(sentence)
      case 'note':
        return undefined
      case 'command':
        if (target.hasArguments) return steps.open(target.commandId, [])
        return run(target.commandId, { args: target.args ?? [], isElsewhere })
      case 'argument': {
        if (command === undefined) return undefined
        const args = [...chosen, target.value]
        return args.length < (command.args?.length ?? 0)
          ? steps.open(command.id, args)
          : run(command.id, { args, isElsewhere })
      }
      default:
        return assertNever(target)
    }
  }
}

/** Applies the plan that was shown, through a command like any other change. */
function applySentence({ planned }: Sentence): void {
  setShownSentence(planned)
  flushSync(closePalette)
  void runCommand('sentence.apply', { source: 'palette' })
}

/** Combines a sentence's rows with the results: replaces them, or comes first if it changes the selection. */
function withSentence(
  groups: readonly PaletteGroup[],
  { kind, planned, hasSelected }: Sentence,
  typed: string,
): readonly PaletteGroup[] {
  const { studio } = clientStore.get()
  if (studio === undefined) return groups
  if (kind === 'whole') return planned === undefined ? [] : listSentenceGroups(planned, studio)
  if (kind === 'values' && planned !== undefined) return [...listSentenceGroups(planned, studio), ...groups]
  // Words that find nothing else and name tasks are a sentence: the rows say what of it was not understood.
  const isAbout = !hasSelected && planned !== undefined && planned.reading.terms.length > 0
  if (isAbout && groups.every(({ rows }) => rows.length === 0)) return listSentenceGroups(planned, studio)
  const values = typed === '' ? [] : listValueRows(studio, typed)
  if (values.length === 0) return groups
  const change = { heading: 'Change', rows: values }
  // A lone action word asks for its value.
  return isActionWord(typed) ? [change, ...groups] : [...groups, change]
}

type Patience = {
  readonly query: string
  readonly first: PaletteRow | undefined
  readonly sentence: Sentence
  readonly pick: Pick
}

/** Delays a quick Enter on the first row until the text has been read: the first row is then what the words mean. */
function usePatience({ query, first, sentence, pick }: Patience): Patient {
  const waiting = useRef<{ readonly query: string; readonly isElsewhere: boolean }>(undefined)
  useEffect(() => {
    const { current } = waiting
    if (current === undefined || sentence.isPending) return
    waiting.current = undefined
    // Not while rendering: the palette must be gone before what it runs starts.
    if (current.query === query && first !== undefined) queueMicrotask(() => pick(first, current.isElsewhere))
  })
  return {
    isWaiting: () => waiting.current !== undefined,
    pick: (row, isElsewhere = false) => {
      if (!sentence.isPending || row.id !== first?.id) return pick(row, isElsewhere)
      waiting.current = { query, isElsewhere }
    },
  }
}

type Patient = { readonly pick: Pick; readonly isWaiting: () => boolean }

type Typed = {
  readonly steps: ReturnType<typeof useSteps>
  readonly row: PaletteRow | undefined
  readonly patience: Patient
  /** Whether rows may still arrive for the typed text. */
  readonly isReading: boolean
}

/**
 * Starts the field with the text typed before it existed. Enter after that text picks the first row, and the next line
 * goes to what the row opens. Until it is picked, further keys are held back, as they are behind any waiting Enter: in
 * the field they would change the text that was meant.
 */
function useTyped({ steps, row, patience, isReading }: Typed) {
  const left = useRef<{ readonly lines: readonly TypedLine[]; readonly entered: string | undefined }>(undefined)
  const begin = ([line, ...lines]: readonly TypedLine[], before = ''): void => {
    left.current = undefined
    if (line === undefined) return
    const whole = before + line.text
    if (line.isEntered) left.current = { lines, entered: whole }
    steps.type(whole)
  }
  // After every render: the rows may arrive later than the text.
  useEffect(() => {
    const { current } = left
    if (current === undefined || patience.isWaiting()) return
    if (current.entered === undefined) return begin(current.lines)
    if (current.entered !== steps.typed || row === undefined) return
    left.current = undefined
    // Not while rendering: the palette must be gone before what it runs starts.
    queueMicrotask(() => {
      patience.pick(row)
      if (current.lines.length > 0) left.current = { lines: current.lines, entered: undefined }
    })
  })
  const hold = (event: KeyboardEvent): boolean => {
    const { current } = left
    if (event.ctrlKey || event.metaKey || event.altKey || event.key === 'Escape') return false
    if (current === undefined && !patience.isWaiting()) return false
    if (current?.entered !== undefined && row === undefined && !isReading) {
      // There was nothing to pick: the text continues.
      left.current = undefined
      return false
    }
    event.preventDefault()
    left.current = { entered: current?.entered, lines: takeKey(current?.lines ?? [], event.key) }
    return true
  }
  return { take: () => begin(takeTypeAhead(), steps.query), hold }
}

/** Holds where the person is: the scope, the command whose arguments are asked for, the typed text. */
function useSteps() {
  const { palette } = useSnapshot(uiStore)
  const [query, setQuery] = useState(palette?.query ?? '')
  const [scope, setScope] = useState(palette?.mode === 'commands' ? commandsOnly : everything)
  const [commandId, setCommandId] = useState(palette?.commandId)
  const [chosen, setChosen] = useState<readonly string[]>(palette?.args ?? [])
  const [typed, setTyped] = useState('')
  const [acting, setActing] = useState<PaletteResult>()
  const [space, setSpace] = useState<SpaceId>()
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
    if (acting !== undefined) return setActing(undefined)
    if (command !== undefined) open(chosen.length === 0 ? undefined : commandId, chosen.slice(0, -1))
    else setScope(everything)
  }
  return {
    query,
    scope,
    command,
    chosen,
    /** The result being acted on, and the space for which a sentence was started. */
    acting,
    space,
    act: (result: PaletteResult) => {
      setActing(result)
      setQuery('')
    },
    begin: (text: string, about: SpaceId) => {
      setActing(undefined)
      setSpace(about)
      setQuery(text)
    },
    /** The last typed text in full, including its scope's sign. */
    typed,
    type,
    open,
    setSign: (sign: string) => setScope(findScope(sign) ?? everything),
    goBack: acting !== undefined || command !== undefined || scope !== everything ? goBack : undefined,
  }
}

type RunOptions = { readonly args: readonly string[]; readonly isElsewhere: boolean }

function run(commandId: string, options: RunOptions): void {
  rememberRecent(commandId)
  // Closed first, and rendered so: the command may open a layer, or move the focus, which the palette traps.
  flushSync(closePalette)
  void runCommand(commandId, { ...options, source: 'palette' })
}
