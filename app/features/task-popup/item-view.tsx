import { Tabs } from 'radix-ui'
import { useEffect, useSyncExternalStore } from 'react'
import { frameAtTime, parseFrameRate } from '#core/domain/frame-rate.ts'
import { readCommentMetadata } from '#core/domain/comment-metadata.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { setViewerMarkers } from '#app/widgets/media-viewer/viewer-store.ts'
import { useViewer } from '#app/widgets/media-viewer/use-viewer.ts'
import { PopupHeader } from './popup-header.tsx'
import { PopupMenus } from './popup-menus.tsx'
import { popupStore, setPopup, type PopupModel } from './popup-store.ts'
import styles from './task-popup.module.css'
import { TaskView } from './task-view.tsx'

type ItemViewProps = {
  readonly model: PopupModel
  readonly failure: { readonly error: unknown; readonly retry: () => void } | undefined
}

/** The stages as tabs, and the task of the one that is open. */
export function ItemView({ model, failure }: ItemViewProps) {
  const { tasks, selection } = model
  const { deleting } = useSyncExternalStore(popupStore.subscribe, popupStore.get)
  useMarkers(model)
  useJump()
  return (
    <Tabs.Root
      className={styles['item']}
      value={selection.task?.id ?? ''}
      onValueChange={(taskId) => void runCommand('popup.stage', { args: [taskId] })}
    >
      <PopupHeader model={model} />
      {tasks.length === 0 && <EmptyState title="No visible tasks available for this item." />}
      {tasks.map((task) => (
        <Tabs.Content key={task.id} value={task.id} className={styles['panel']} tabIndex={-1}>
          {task.id === selection.task?.id && <TaskView model={model} task={task} failure={failure} />}
        </Tabs.Content>
      ))}
      {selection.missing === 'task' && (
        <EmptyState title="Clicked task not found in item's task list." text="Choose one of its stages above." />
      )}
      <PopupMenus model={model} />
      <AlertDialog
        isOpen={deleting !== undefined}
        title="Delete comment"
        description="Are you sure you want to delete this comment? This action cannot be undone."
        confirmLabel="Delete"
        tone="danger"
        onConfirm={() => void runCommand('popup.delete-comment', { args: [deleting ?? '', 'yes'] })}
        onCancel={() => setPopup({ deleting: undefined })}
      />
    </Tabs.Root>
  )
}

/** Puts the frames that comments point at onto the track of the film in view. */
function useMarkers({ item, selection }: PopupModel): void {
  const { task, media } = selection
  const version = item?.replica.getVersion('comments')

  useEffect(() => {
    if (item === undefined || task === undefined || media === undefined) return undefined
    const rate = parseFrameRate(media.frameRate ?? '24')
    const markers = item
      .getComments(task.id)
      .flatMap((comment) =>
        readCommentMetadata(comment.metadata).hereReferences.flatMap(({ type, label, data }) =>
          type === 'video' && data.mediaId === media.id && data.timestamp !== undefined
            ? [{ commentId: comment.id, frame: frameAtTime(data.timestamp, rate), label }]
            : [],
        ),
      )
    setViewerMarkers(markers)
    return () => setViewerMarkers([])
  }, [item, task, media, version])
}

/** Goes to the time a reference named once its film has come. */
function useJump(): void {
  const { target } = useViewer()
  const { jump } = useSyncExternalStore(popupStore.subscribe, popupStore.get)

  useEffect(() => {
    if (jump === undefined || target?.kind !== 'video' || target.mediaId !== jump.mediaId) return
    target.player.seekFrame(frameAtTime(jump.seconds, target.player.getState().rate))
    setPopup({ jump: undefined })
  }, [jump, target])
}
