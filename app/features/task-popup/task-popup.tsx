import { useEffect, useState } from 'react'
import { useSearch } from 'wouter'
import { errorText } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { beginToWrite } from '#app/widgets/comments/composer-store.ts'
import { Button } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { readHints, withoutHints, withPopup, type PopupAddress } from '#app/lib/popup-address.ts'
import { toTaskAddress } from '#app/lib/popup-address.ts'
import { ItemView } from './item-view.tsx'
import { LostDraft } from './lost-draft.tsx'
import { PopupDialog } from './popup-dialog.tsx'
import { closePopup, replaceSearch, setPopup, type PopupModel } from './popup-store.ts'
import { toAddress } from './resolve-popup.ts'
import styles from './task-popup.module.css'
import { usePopup, useShownModel, type PopupView } from './use-popup.ts'

const wholeAfterMs = 150

type TaskPopupProps = { readonly path: string; readonly address: PopupAddress }

/** An item over the screen it was opened from: its tasks, their versions and comments. */
export function TaskPopup({ path, address }: TaskPopupProps) {
  const search = useSearch()
  const view = usePopup(path, address, search)
  const model = view.kind === 'open' ? view.model : undefined
  useShownModel(model)
  useWholeAddress(model, address)
  useHints(model)
  return (
    <PopupDialog title={model?.row.title ?? 'Item'}>
      {view.kind === 'open' ? (
        <ItemView model={view.model} failure={view.failure} />
      ) : (
        <Unopened view={view} address={address} />
      )}
    </PopupDialog>
  )
}

type UnopenedProps = { readonly view: Exclude<PopupView, { kind: 'open' }>; readonly address: PopupAddress }

function Unopened({ view, address }: UnopenedProps) {
  if (view.kind === 'loading') {
    return (
      <output className={styles['loading']} aria-busy="true">
        Loading item data...
      </output>
    )
  }
  if (view.kind === 'failed') {
    return (
      <EmptyState title="This item could not be opened" text={errorText(view.error, messages.unexpected)}>
        <Button variant="primary" onClick={view.retry}>
          Try again
        </Button>
        <Button onClick={closePopup}>Close</Button>
      </EmptyState>
    )
  }
  const text =
    view.spaceId !== undefined
      ? `There is no item “${address.item}” in this space. It may have been deleted.`
      : messages['space-not-found']
  return (
    <>
      <EmptyState title="Item not found" text={text}>
        <Button variant="primary" onClick={closePopup}>
          Back to the space
        </Button>
      </EmptyState>
      {view.spaceId !== undefined && <LostDraft spaceId={view.spaceId} name={address.item} />}
    </>
  )
}

/** Completes the address with what is shown, so that it can be shared and keeps its meaning. */
function useWholeAddress(model: PopupModel | undefined, address: PopupAddress): void {
  const [openedMs] = useState(() => performance.now())
  const isKnown =
    model?.item !== undefined && model.selection.missing === undefined && model.selection.task !== undefined
  const whole = isKnown ? toAddress(model.row, model.selection) : undefined
  const isWhole =
    whole === undefined || (['item', 'task', 'version', 'media'] as const).every((key) => whole[key] === address[key])
  const search = whole === undefined || isWhole ? undefined : withPopup(location.search, whole)

  useEffect(() => {
    if (search === undefined) return undefined
    // Lets the content paint before the address changes.
    const waitMs = openedMs + wholeAfterMs - performance.now()
    if (waitMs <= 0) return replaceSearch(search)
    const timer = setTimeout(() => replaceSearch(search), waitMs)
    return () => clearTimeout(timer)
  }, [search, openedMs])

  const numbered = model?.selection.version
  const isPostedNamed =
    numbered !== undefined && numbered.versionNumber > 0 && address.version === numbered.versionNumber
  useEffect(() => {
    if (isPostedNamed) setPopup({ posted: undefined })
  }, [isPostedNamed])
}

/** Applies the one-time hints of the address once the tasks are loaded, and removes them. */
function useHints(model: PopupModel | undefined): void {
  const search = useSearch()
  const { openComments, openRevisions, highlightedTask } = readHints(search)
  const task = model?.tasks.find(({ id }) => id === highlightedTask) ?? model?.selection.task
  const isReady = model?.item !== undefined && task !== undefined
  const taskId = task?.id
  const canWrite = model?.studio.can('comment') === true
  const name = highlightedTask === undefined || task === undefined ? undefined : toTaskAddress(task.title)
  const item = model === undefined ? undefined : toAddress(model.row, model.selection).item

  useEffect(() => {
    if (!isReady || taskId === undefined || item === undefined) return
    if (!openComments && !openRevisions && highlightedTask === undefined) return
    const cleaned = withoutHints(location.search)
    replaceSearch(name === undefined ? cleaned : withPopup(cleaned, { item, task: name }))
    // After the dialog has taken the focus.
    if (canWrite && (openComments || openRevisions))
      setTimeout(beginToWrite, 0, taskId, openRevisions ? 'revision' : 'comment')
  }, [isReady, canWrite, taskId, item, name, openComments, openRevisions, highlightedTask])
}
