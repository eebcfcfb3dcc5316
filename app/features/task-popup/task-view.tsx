import { useState, type CSSProperties } from 'react'
import { errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { MediaViewer } from '#app/widgets/media-viewer/media-viewer.tsx'
import { getMediaUrls } from '#app/widgets/client-media-urls.ts'
import { MediaStrip } from './media-strip.tsx'
import { showInPopup, type PopupModel } from './popup-store.ts'
import { ReferenceGallery } from './reference-gallery.tsx'
import { toAddress, type PopupTask } from './resolve-popup.ts'
import { SidebarHandle } from './sidebar-handle.tsx'
import styles from './task-popup.module.css'
import { TaskSidebar } from './task-sidebar.tsx'
import { useSidebarWidth } from './use-sidebar-width.ts'

type TaskViewProps = {
  readonly model: PopupModel
  readonly task: PopupTask
  readonly failure: { readonly error: unknown; readonly retry: () => void } | undefined
}

/** A task: its picture on the left, what is said on the right; only that where there is no picture. */
export function TaskView({ model, task, failure }: TaskViewProps) {
  const { width, setWidth } = useSidebarWidth()
  const [dragWidth, setDragWidth] = useState<number>()
  if (failure !== undefined) {
    return (
      <EmptyState title="The task could not be loaded" text={errorText(failure.error, messages.unexpected)}>
        <Button variant="primary" onClick={failure.retry}>
          Try again
        </Button>
      </EmptyState>
    )
  }
  if (model.item === undefined) {
    return (
      <output className={styles['loading']} aria-busy="true">
        Loading item data...
      </output>
    )
  }
  const left = <Picture model={model} task={task} />
  const isReferences = task.title.toLowerCase() === 'references'
  const { selection } = model
  const hasPicture =
    isReferences || selection.versions.length > 0 || selection.media !== undefined || selection.missing !== undefined
  // A custom property is not in React's type of a style.
  const style = { '--sidebar': `${dragWidth ?? width}em` } as CSSProperties
  return (
    <div className={styles['task']} data-comments-only={!hasPicture || undefined} style={style}>
      {hasPicture && (
        <>
          {left}
          <SidebarHandle
            width={dragWidth ?? width}
            onDrag={setDragWidth}
            onChange={(next) => {
              setDragWidth(undefined)
              setWidth(next)
            }}
          />
        </>
      )}
      <TaskSidebar key={task.id} model={model} item={model.item} task={task} />
    </div>
  )
}

function Picture({ model, task }: Pick<TaskViewProps, 'model' | 'task'>) {
  const { selection, row, client } = model
  const urls = getMediaUrls(client)
  const { media, missing } = selection
  if (missing === 'version' || missing === 'media') {
    const address = toAddress(row, { ...selection, version: undefined, media: undefined })
    return (
      <div className={styles['picture']}>
        <EmptyState
          title={missing === 'version' ? 'Version not found' : 'File not found'}
          text={missing === 'version' ? 'This task has no such version.' : 'This version has no such file.'}
        >
          <Button variant="primary" onClick={() => showInPopup(address)}>
            Show the newest version
          </Button>
        </EmptyState>
      </div>
    )
  }
  if (task.title.toLowerCase() === 'references') return <ReferenceGallery model={model} task={task} />
  if (media === undefined) {
    return (
      <div className={styles['picture']}>
        <EmptyState title="This version has no files." />
      </div>
    )
  }
  return (
    <div className={styles['picture']}>
      <MediaViewer media={media} urls={urls} />
      {selection.versionMedia.length > 1 && <MediaStrip selection={selection} urls={urls} />}
    </div>
  )
}
