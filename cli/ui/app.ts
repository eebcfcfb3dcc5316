import { Box, Text, useApp, useInput, useWindowSize } from 'ink'
import { createElement as draw, useEffect, useMemo, useReducer, useState, type ReactNode } from 'react'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import { ListView } from './list-view.ts'
import type { ScreenModel, SpaceLine, StatusLine, TaskLine } from './screen-model.ts'
import {
  filterLines,
  freshList,
  moveCursor,
  toggleAll,
  toggleLine,
  typeFilter,
  type Line,
  type ListState,
} from './screen-state.ts'

type AppProps = { readonly model: ScreenModel; readonly space: SpaceReplica | undefined; readonly hasColor: boolean }

type Place = 'spaces' | 'tasks' | 'statuses'
type AnyLine = SpaceLine | TaskLine | StatusLine

const help: Readonly<Record<Place, string>> = {
  spaces: 'type to filter · ↑↓ move · Enter open · Ctrl+C quit',
  // Most important first: a narrow terminal shows no more.
  tasks:
    'type to filter · Space select · Enter status · ^Z undo · Esc back · ^C quit · ^A all · Shift+↑↓ range · a,b: both',
  statuses: 'type to filter · ↑↓ move · Enter set · Esc back',
}

/** The screen: spaces, then tasks, then the status to set. */
export function App({ model, space: first, hasColor }: AppProps): ReactNode {
  const { rows, columns } = useWindowSize()
  const [place, setPlace] = useState<Place>(first === undefined ? 'spaces' : 'tasks')
  const [space, setSpace] = useState(first)
  const [message, setMessage] = useState('')
  const [lists, setLists] = useState({ spaces: freshList, tasks: freshList, statuses: freshList })
  const all = useLines(model, space, setMessage)
  const state = lists[place]
  const shown = useMemo(() => filterLines<AnyLine>(all[place], state.filter), [all, place, state.filter])
  // Keys may arrive faster than React renders: each update starts from the previous one's result.
  const update = (change: (state: ListState) => ListState): void =>
    setLists((before) => ({ ...before, [place]: change(before[place]) }))

  const goBack = (): void => {
    if (state.filter !== '') update((now) => typeFilter(now, ''))
    else if (place === 'tasks' && state.selected.size > 0) update((now) => ({ ...now, selected: new Set() }))
    else if (place === 'statuses') setPlace('tasks')
    else setPlace('spaces')
  }
  const accept = async (): Promise<void> => {
    const line = shown[Math.min(state.cursor, shown.length - 1)]
    if (line === undefined) return
    if ('spaceId' in line) {
      setMessage('Opening…')
      setSpace(await model.openSpace(line.spaceId))
      setLists((before) => ({ ...before, tasks: freshList }))
      setPlace('tasks')
      setMessage('')
    } else if ('statusId' in line) {
      const taskIds = targetsOf(lists.tasks, all.tasks).map(({ record }) => record.task.id)
      setPlace('tasks')
      setLists((before) => ({ ...before, statuses: freshList }))
      if (space !== undefined) setMessage(await model.setStatus(space, taskIds, line.statusId))
    } else setPlace('statuses')
  }
  const undo = async (): Promise<void> => setMessage(await model.undo())
  useKeys({ shown, hasSelection: place === 'tasks', room: rows - 5, update, goBack, accept, undo })

  const chosen = place === 'statuses' ? targetsOf(lists.tasks, all.tasks).length : lists.tasks.selected.size
  const counts =
    place === 'tasks'
      ? `${shown.length} of ${all.tasks.length} tasks · ${chosen} selected · ${model.isLive() ? 'live' : 'connecting'}`
      : `${shown.length}`
  const news = shown.length === 0 ? 'No matches.' : message
  return draw(
    Box,
    { flexDirection: 'column', height: rows - 1, width: columns },
    draw(Heading, { title: titleOf({ model, place, space, chosen }), counts, filter: state.filter }),
    draw(ListView<Line>, {
      lines: shown,
      state: { ...state, cursor: Math.min(state.cursor, Math.max(0, shown.length - 1)) },
      room: Math.max(1, rows - 5),
      hasSelection: place === 'tasks',
      // The lists contain only these kinds of lines.
      children: (line) => draw(LineText, { line: line as AnyLine, columns, hasColor }),
    }),
    draw(Text, { wrap: 'truncate', bold: true }, news),
    draw(Text, { dimColor: true, wrap: 'truncate' }, help[place]),
  )
}

type HeadingProps = { readonly title: string; readonly counts: string; readonly filter: string }

function Heading({ title, counts, filter }: HeadingProps): ReactNode {
  const name = draw(Text, { bold: true, wrap: 'truncate' }, title)
  return draw(
    Box,
    { flexDirection: 'column' },
    draw(
      Box,
      { justifyContent: 'space-between', height: 1, overflow: 'hidden', columnGap: 1 },
      name,
      // A narrow terminal cuts the name, never the counts.
      draw(Box, { flexShrink: 0 }, draw(Text, { dimColor: true, wrap: 'truncate' }, counts)),
    ),
    draw(Text, { wrap: 'truncate' }, `filter: ${filter}▏`),
  )
}

/** Returns all lines, rebuilt when the server or the connection changes; typing rebuilds nothing. */
function useLines(
  model: ScreenModel,
  space: SpaceReplica | undefined,
  say: (news: string) => void,
): {
  readonly spaces: readonly SpaceLine[]
  readonly tasks: readonly TaskLine[]
  readonly statuses: readonly StatusLine[]
} {
  const [version, bump] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    model.onNews(say)
    return model.subscribe(space, bump)
  }, [model, space, say])
  return useMemo(
    () => ({
      spaces: model.listSpaces(),
      tasks: space === undefined ? [] : model.listTasks(space),
      statuses: model.listStatuses(),
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the version stands for everything the model reads
    [model, space, version],
  )
}

type Keys = {
  readonly shown: readonly Line[]
  readonly hasSelection: boolean
  readonly room: number
  readonly update: (change: (state: ListState) => ListState) => void
  readonly goBack: () => void
  readonly accept: () => Promise<void>
  readonly undo: () => Promise<void>
}

function useKeys({ shown, hasSelection, room, update, goBack, accept, undo }: Keys): void {
  const { exit } = useApp()
  // A permanent failure ends the screen; the command then reports it.
  const run = (work: () => Promise<void>): void => void work().catch((error: unknown) => exit(asError(error)))
  const type = (change: (filter: string) => string): void => update((now) => typeFilter(now, change(now.filter)))
  useInput((input, key) => {
    const steps = { upArrow: -1, downArrow: 1, pageUp: -room, pageDown: room, home: -shown.length, end: shown.length }
    // The names of `steps` are keys of Ink's key object.
    const moved = (Object.keys(steps) as (keyof typeof steps)[]).find((name) => key[name])
    if (moved !== undefined) {
      const move = { by: steps[moved], isRange: key.shift && hasSelection }
      update((now) => moveCursor(now, move, shown))
    } else if (key.return) run(accept)
    else if (key.escape) goBack()
    else if (key.backspace || key.delete) type((filter) => filter.slice(0, -1))
    else if (key.ctrl && input === 'a' && hasSelection) update((now) => toggleAll(now, shown))
    else if (key.ctrl && input === 'u') type(() => '')
    else if (key.ctrl && input === 'z') run(undo)
    else if (/^ +$/.test(input) && hasSelection) for (const _ of input) update((now) => toggleLine(now, shown))
    else if (!key.ctrl && !key.meta && /^[\P{Cc}]+$/u.test(input)) type((filter) => filter + toWords(input))
  })
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error('Something went wrong.', { cause: error })
}

/** Returns the selected tasks that still exist, else the one under the cursor. */
function targetsOf(state: ListState, tasks: readonly Line[]): readonly TaskLine[] {
  const lines = tasks.filter((line): line is TaskLine => 'record' in line)
  if (state.selected.size > 0) return lines.filter(({ id }) => state.selected.has(id))
  const shown = filterLines(lines, state.filter)
  return shown.slice(Math.min(state.cursor, shown.length - 1)).slice(0, 1)
}

type TitleParts = {
  readonly model: ScreenModel
  readonly place: Place
  readonly space: SpaceReplica | undefined
  readonly chosen: number
}

function titleOf({ model, place, space, chosen }: TitleParts): string {
  if (place === 'spaces') return `${model.studioName}: which space?`
  if (place === 'statuses') return `Status of ${chosen} ${chosen === 1 ? 'task' : 'tasks'}`
  const line = model.listSpaces().find(({ spaceId }) => spaceId === space?.spaceId)
  return line?.title ?? model.studioName
}

type LineTextProps = {
  readonly line: AnyLine
  readonly columns: number
  readonly hasColor: boolean
}

function LineText({ line, columns, hasColor }: LineTextProps): ReactNode {
  if (!('record' in line)) return draw(Text, { wrap: 'truncate' }, line.title)
  const { collection, item, stage, status, assignees, due } = line.record
  const wide = Math.max(10, Math.floor((columns - 8) / 5))
  const cell = (text: string, width: number): string =>
    text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(width)
  const left = [cell(`${collection} / ${item}`, wide * 2 - 1), cell(stage, wide - 1)].join(' ')
  const isDone = line.record.done && hasColor
  return draw(
    Text,
    { wrap: 'truncate' },
    `${left} `,
    draw(Text, { bold: true, ...(isDone && { color: 'green' }) }, cell(status, wide - 1)),
    ` ${[due ?? '', assignees.join(', ')].filter((text) => text !== '').join(' · ')}`,
  )
}

/** Converts pasted spaces to the commas the filter uses. */
function toWords(input: string): string {
  return input.length > 1 ? input.replaceAll(/(?<=\S) +(?=\S)/g, ', ') : input
}
