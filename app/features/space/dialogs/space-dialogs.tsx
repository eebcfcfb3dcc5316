import type { ReactNode } from 'react'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { later } from '#app/ui/later.tsx'
import { AssigneePicker } from '#app/widgets/assignee-picker/assignee-picker.tsx'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import { StatusMenu } from '#app/widgets/status-menu/status-menu.tsx'
import { DueDialog } from '#app/widgets/task-dialogs/due-dialog.tsx'
import { EstimateDialog } from '#app/widgets/task-dialogs/estimate-dialog.tsx'
import { PriorityMenu } from '#app/widgets/task-dialogs/priority-menu.tsx'
import { targetTasks } from '../commands/targets.ts'
import { CreateForm } from '../create/create-form.tsx'
import type { SpaceModel } from '../model/space-model.ts'
import { closeDialog, spaceViewStore } from '../space-view-store.ts'
import { texts } from '../texts.ts'
import { Lightbox } from './lightbox.tsx'

// The code that reads sheets is loaded on demand.
const ImportDialog = later(async () => (await import('./import-dialog.tsx')).ImportDialog)

type SpaceDialogsProps = { readonly client: StudioClient; readonly model: SpaceModel; readonly mediaUrls: MediaUrls }

/** The open dialog of the space; at most one at a time. */
export function SpaceDialogs({ client, model, mediaUrls }: SpaceDialogsProps): ReactNode {
  const { dialog } = spaceViewStore
  if (dialog === undefined) return null
  switch (dialog.kind) {
    case 'create':
      return <CreateForm model={model} of={dialog.kindId} />
    case 'import':
      return <ImportDialog client={client} model={model} file={dialog.file} />
    case 'lightbox':
      return <Lightbox model={model} mediaUrls={mediaUrls} itemId={dialog.itemId} />
    case 'delete-tasks':
      return confirm('Delete Tasks', texts.deleteTasks(dialog.taskIds.length), () =>
        run('task.delete-confirmed', dialog.taskIds),
      )
    case 'delete-item':
      return confirm(texts.confirmTitle, texts.deleteItem(dialog.title), () =>
        run('item.delete-confirmed', [dialog.id]),
      )
    case 'delete-collection':
      return confirm(texts.confirmTitle, texts.deleteCollection(dialog.title), () =>
        run('collection.delete-confirmed', [dialog.id]),
      )
    default:
      return <TaskDialog kind={dialog.kind} model={model} />
  }
}

type TaskDialogProps = {
  readonly kind: 'status' | 'assignee' | 'due' | 'priority' | 'estimate'
  readonly model: SpaceModel
}

/** Sets a field of the selected tasks. It begins with the value they share. */
function TaskDialog({ kind, model }: TaskDialogProps): ReactNode {
  const tasks = targetTasks(model)
  const shared = { findAnchor, onClose: closeDialog }
  if (kind === 'status') {
    return (
      <StatusMenu
        {...shared}
        statuses={model.getStatuses()}
        selected={common(tasks.map(({ statusId }) => statusId))}
        onPick={(id) => pick('task.set-status', id)}
      />
    )
  }
  if (kind === 'assignee') {
    return (
      <AssigneePicker
        {...shared}
        members={model.studio.getMembers()}
        selected={common(tasks.map(({ assigneeId }) => assigneeId))}
        onPick={(id) => pick('task.set-assignee', id ?? '')}
      />
    )
  }
  if (kind === 'priority') {
    const priority = common(tasks.map((task) => task.priority))
    return <PriorityMenu {...shared} selected={priority} onPick={(value) => pick('task.set-priority', value)} />
  }
  if (kind === 'due') {
    const date = common(tasks.map(({ dueDate }) => dueDate))
    return <DueDialog date={date} onSet={(value) => pick('task.set-due', value)} onClose={closeDialog} />
  }
  const hours = common(tasks.map(({ id }) => model.space.findEstimatedHours(id)))
  return <EstimateDialog hours={hours} onSet={(text) => pick('task.set-estimate', text)} onClose={closeDialog} />
}

function confirm(title: string, description: string, onConfirm: () => void): ReactNode {
  return (
    <AlertDialog
      isOpen
      title={title}
      description={description}
      confirmLabel="Delete"
      tone="danger"
      onConfirm={onConfirm}
      onCancel={closeDialog}
    />
  )
}

function pick(command: string, value: string): void {
  closeDialog()
  run(command, [value])
}

function run(command: string, args: readonly string[]): void {
  void runCommand(command, { args })
}

/** Returns the value that all share. */
function common<T>(values: readonly T[]): T | undefined {
  const [first] = values
  return values.every((value) => value === first) ? first : undefined
}

/** Finds the cell of the cursor, where it is rendered. */
function findAnchor(): Element | null {
  return document.querySelector('[role="gridcell"][tabindex="0"],[data-card][tabindex="0"]')
}
