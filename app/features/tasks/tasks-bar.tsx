import { CommandButton } from '#app/widgets/command-button.tsx'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { ListBar } from '#app/widgets/project-list/list-bar.tsx'
import type { ShownTasks } from './shown-tasks.ts'
import { readTaskFilterSource } from './task-filter.ts'
import { tasksStore } from './tasks-store.ts'
import { isMineOnly, tasksPage } from './tasks-view-commands.ts'

type TasksBarProps = { readonly content: ProjectContent; readonly shown: ShownTasks }

/** The bar above the tasks: filter, order, groups and columns. */
export function TasksBar({ content, shown: { rows, allCount, reader, counts } }: TasksBarProps) {
  const { done, late } = counts
  return (
    <ListBar
      page={tasksPage}
      content={content}
      title="Tasks"
      count={
        <>
          {rows.length === allCount ? allCount : `${rows.length} of ${allCount}`} · {done} done
          {late > 0 && ` · ${late} late`}
        </>
      }
      placeholder="Item, stage, space…"
      filterSource={readTaskFilterSource(content, reader)}
    >
      <CommandButton command="tasks.mine" aria-pressed={isMineOnly(tasksStore.view.filter)} hasKeyHint={false}>
        Mine
      </CommandButton>
    </ListBar>
  )
}
