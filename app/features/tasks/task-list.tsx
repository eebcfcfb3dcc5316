import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import { useMedia } from '#app/hooks/use-media.ts'
import { classNames } from '#app/lib/class-names.ts'
import { styleOfColumns } from '#app/widgets/project-list/list-columns.ts'
import { ListHeader } from '#app/widgets/project-list/list-header.tsx'
import shared from '#app/widgets/project-list/project-list.module.css'
import { lineId, type ListLine, type ShownTasks } from './shown-tasks.ts'
import { listTaskColumns } from './task-columns.ts'
import { GroupHeading } from './group-heading.tsx'
import { TaskLine } from './task-line.tsx'
import { tasksList, tasksStore } from './tasks-store.ts'
import styles from './tasks.module.css'

type TaskListProps = { readonly shown: ShownTasks }

// Kept in step with the style sheet.
const LINE = 36
const NARROW_LINE = 58

/** The tasks that are shown, under the headings of their groups. */
export function TaskList({ shown }: TaskListProps) {
  const { focus, view } = tasksStore
  const isNarrow = useMedia('(max-width: 700px)')
  const scroller = useRef<HTMLDivElement>(null)
  const { lines } = shown
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? NARROW_LINE : LINE),
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 12,
    // Room for what can be done to the chosen ones.
    paddingEnd: 64,
  })
  const at = lines.findIndex(({ id }) => id === focus)
  useEffect(() => {
    if (at >= 0) virtualizer.scrollToIndex(at)
  }, [at, virtualizer])
  useEffect(() => virtualizer.measure(), [isNarrow, virtualizer])
  useEffect(() => scroller.current?.focus({ preventScroll: true }), [])
  const columns = listTaskColumns(shown.reader.fields, view.columns).filter(({ id }) => !view.hidden.includes(id))
  const draw = (index: number, start: number) => {
    const line = lines[index]
    if (line === undefined) return null
    // Where there is little room a line is as high as what it says.
    const shared = { top: start, index, measure: isNarrow ? virtualizer.measureElement : undefined }
    if (line.row === undefined) return <GroupHeading key={line.id} id={line.id} group={line.group} {...shared} />
    const place = { at: line.at, count: shown.rows.length }
    return <TaskLine key={line.id} row={line.row} place={place} reader={shown.reader} columns={columns} {...shared} />
  }
  return (
    <div className={shared['columns']} style={styleOfColumns(columns, [32, 140])}>
      <ListHeader list={tasksList} title="Item" columns={columns} unsorted={['place']} />
      <div
        ref={scroller}
        className={classNames(shared['scroller'], styles['scroller'])}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a native list box cannot hold pictures and pills
        role="listbox"
        aria-label="Tasks of the project"
        aria-multiselectable="true"
        aria-activedescendant={at < 0 ? undefined : lineId(focus ?? '')}
        tabIndex={0}
      >
        <div role="presentation" style={{ blockSize: virtualizer.getTotalSize(), position: 'relative' }}>
          {byGroup(virtualizer.getVirtualItems(), lines).map(({ group, items }) => {
            const drawn = items.map(({ index, start }) => draw(index, start))
            if (group === undefined) return drawn
            return (
              // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the list box around it
              <div key={group.key} role="group" aria-label={`${group.name}: ${group.rows.length}`}>
                {drawn}
              </div>
            )
          })}
        </div>
      </div>
    </div>
  )
}

type Drawn = { readonly index: number; readonly start: number }

/** The lines that are drawn, those of a group together. */
function byGroup(items: readonly Drawn[], lines: readonly ListLine[]) {
  return [...Map.groupBy(items, ({ index }) => lines[index]?.group)].map(([group, of]) => ({ group, items: of }))
}
