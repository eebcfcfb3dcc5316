import { useRef, type MouseEvent, type PointerEvent, type ReactElement } from 'react'
import type { CommentRow } from '#core/schema/comments.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { isTextField } from '#app/lib/is-text-field.ts'
import { MenuAtPointer } from '#app/ui/menu-at-pointer.tsx'
import type { MenuItem } from '#app/ui/menu-items.tsx'
import { useCommandMenu } from '#app/widgets/use-command-menu.ts'
import { focusPopup } from './popup-dialog.tsx'
import type { PopupModel } from './popup-store.ts'
import styles from './task-popup.module.css'

const ids = (text: string): readonly string[] => text.split(' ')

const taskMenu = ids(
  'popup.set-status popup.assign popup.due popup.estimate popup.priority popup.follow - popup.focus-comment popup.revision-mode link.copy - popup.history popup.item-history popup.delete-item',
)
const pictureMenu = ids(
  'popup.comment-here viewer.draw popup.compare popup.wipe - viewer.play viewer.range-start viewer.range-end viewer.range-clear viewer.loop viewer.speed viewer.fullscreen viewer.zoom-in viewer.zoom-out viewer.fit - popup.older-version popup.newer-version link.copy',
)

type Place = { readonly kind: 'task' | 'picture' } | { readonly kind: 'comment'; readonly id: string }

type PopupMenuProps = { readonly model: PopupModel; readonly children: ReactElement }

/** The context menu of the picture, comment or task under the pointer. Texts and links keep the browser's own menu. */
export function PopupMenu({ model, children }: PopupMenuProps) {
  const list = useCommandMenu()
  const place = useRef<Place>({ kind: 'task' })
  const getItems = (): readonly MenuItem[] => {
    const { current } = place
    if (current.kind === 'picture') return list(pictureMenu)
    return current.kind === 'comment' ? [...commentItems(current.id), ...list(taskMenu)] : list(taskMenu)
  }
  const commentItems = (id: string): readonly MenuItem[] => {
    const comment = model.item?.replica.find('comments', id)
    const allowed = comment === undefined ? [] : actionsOn(model, comment)
    return allowed.length === 0 ? [] : list([...allowed, '-'], { args: [id] })
  }
  const onContextMenuCapture = (event: MouseEvent): void => {
    const { target } = event
    if (!(target instanceof Element)) return
    if (isBrowsers(target)) event.stopPropagation()
    else {
      place.current = placeOf(target)
      // The menu acts on the task whose tab was pressed.
      const taskId = target.closest<HTMLElement>('[role="tab"][data-task]')?.dataset['task']
      if (taskId !== undefined && taskId !== model.selection.task?.id) {
        void runCommand('popup.stage', { args: [taskId] })
      }
    }
  }
  // A long press on text selects and pastes.
  const onPointerDownCapture = (event: PointerEvent): void => {
    const { target, pointerType } = event
    if (pointerType !== 'mouse' && target instanceof Element && isBrowsers(target)) event.stopPropagation()
  }
  return (
    <MenuAtPointer label="Task" getItems={getItems} onClosed={focusPopup}>
      <div
        className={styles['whole']}
        onContextMenuCapture={onContextMenuCapture}
        onPointerDownCapture={onPointerDownCapture}
      >
        {children}
      </div>
    </MenuAtPointer>
  )
}

/** Returns a person's actions on a comment: edit their own, delete their own, or any if their role allows. */
function actionsOn({ client, studio }: PopupModel, { createdBy }: CommentRow): readonly string[] {
  const isMine = createdBy === client.userId
  return [...(isMine ? ['popup.begin-edit'] : []), ...(isMine || studio.can('delete') ? ['popup.delete-comment'] : [])]
}

function placeOf(target: Element): Place {
  const comment = target.closest('[id^="comment-"]')
  if (comment !== null) return { kind: 'comment', id: comment.id.slice('comment-'.length) }
  return { kind: target.closest('[data-popup-picture]') === null ? 'task' : 'picture' }
}

function isBrowsers(target: Element): boolean {
  return isTextField(target) || target.closest('a[href]') !== null || hasSelectedText(target)
}

/** Returns whether text there is selected, to copy it. */
function hasSelectedText(target: Element): boolean {
  const selection = getSelection()
  return selection !== null && !selection.isCollapsed && selection.containsNode(target, true)
}
