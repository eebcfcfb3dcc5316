import { Box, Text } from 'ink'
import { createElement as draw, type ReactNode } from 'react'
import { windowOf, type Line, type ListState } from './screen-state.ts'

type ListViewProps<Each extends Line> = {
  readonly lines: readonly Each[]
  readonly state: ListState
  readonly room: number
  readonly hasSelection: boolean
  readonly children: (line: Each) => ReactNode
}

/** Renders only the part of a list that fits, however long it is. */
export function ListView<Each extends Line>({
  lines,
  state,
  room,
  hasSelection,
  children,
}: ListViewProps<Each>): ReactNode {
  const { from, to } = windowOf(lines.length, state.cursor, room)
  return draw(
    Box,
    { flexDirection: 'column', height: room },
    lines.slice(from, to).map((line, at) => {
      const isHere = from + at === state.cursor
      const mark = state.selected.has(line.id) ? '●' : ' '
      const pointer = `${isHere ? '›' : ' '} ${hasSelection ? `${mark} ` : ''}`
      return draw(
        Box,
        { key: line.id, height: 1, overflow: 'hidden' },
        draw(Box, { flexShrink: 0 }, draw(Text, { bold: isHere }, pointer)),
        children(line),
      )
    }),
  )
}
