import { ChevronDown, ChevronRight } from 'lucide-react'
import { classNames } from '#app/lib/class-names.ts'
import type { RowGroup } from '#app/widgets/project-list/list-values.ts'
import { lineId } from './shown-tasks.ts'
import type { TaskRow } from './task-rows.ts'
import { focusTask, setCollapsed, tasksStore } from './tasks-store.ts'
import styles from './tasks.module.css'

type GroupHeadingProps = {
  readonly id: string
  readonly group: RowGroup<TaskRow>
  /** Pixels from the top of the list. */
  readonly top: number
  readonly index: number
  readonly measure: ((element: HTMLElement | null) => void) | undefined
}

/** What a group of tasks is called, and how far it is. Folded away it stands for its tasks. */
export function GroupHeading({ id, group, top, index, measure }: GroupHeadingProps) {
  const { collapsed, focus } = tasksStore
  const isFolded = collapsed.has(group.key)
  const { rows, name } = group
  const done = rows.filter(({ status }) => status?.isDone === true).length
  const Sign = isFolded ? ChevronRight : ChevronDown
  return (
    // Keys are the list's: it has the focus and says which option is active.
    <div
      ref={measure}
      data-index={index}
      id={lineId(id)}
      {...(isFolded ? { role: 'option', 'aria-selected': false } : { role: 'presentation' })}
      className={classNames(styles['heading'], focus === id && styles['focused'])}
      style={{ transform: `translateY(${top}px)` }}
      onPointerDown={() => {
        if (isFolded) setCollapsed([...collapsed].filter((key) => key !== group.key))
        else setCollapsed([...collapsed, group.key])
        focusTask(isFolded ? rows[0]?.task.id : id)
      }}
    >
      <Sign aria-hidden="true" className={styles['sign']} />
      <b>{name}</b>
      <span className={styles['tally']}>
        {rows.length} · {done} done
      </span>
      {isFolded && <span className="visually-hidden">, collapsed</span>}
    </div>
  )
}
