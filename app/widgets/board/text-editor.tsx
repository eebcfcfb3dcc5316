import { useEffect, useRef } from 'react'
import { toScreen } from '#core/boards/camera.ts'
import { boardLimits } from '#core/boards/limits.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { select, type BoardModel } from './board-model.ts'
import type { TextDraft } from './board-view.ts'
import { makeObject } from './place-files.ts'
import { textPadding } from './lay-out-text.ts'
import styles from './board.module.css'

type TextEditorProps = { readonly model: BoardModel; readonly writing: TextDraft }

const mostCharacters = 20_000

/** Edits a text in place. It is saved when the field loses the focus, or with Esc or Ctrl+Enter. */
export function TextEditor({ model, writing }: TextEditorProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const { camera } = model.view.get()
  const { box, id } = writing
  const item = id === undefined ? undefined : model.board.find(id)
  const at = toScreen(camera, box)
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  useLayer({ scope: 'dialog', blocks: 'nothing', onClose: () => field.current?.blur() })
  return (
    <textarea
      ref={field}
      className={styles['writing']}
      aria-label="Text"
      defaultValue={writing.text}
      maxLength={mostCharacters}
      style={{
        translate: `${at.x}px ${at.y}px`,
        rotate: `${box.rotation}deg`,
        scale: camera.zoom,
        // The drawing's centre of rotation, after scaling from the corner.
        transformOrigin: box.rotation === 0 ? '0 0' : `${box.width / 2}px ${box.height / 2}px`,
        width: box.width,
        minHeight: box.height,
        fontSize: item?.fontSize ?? 16,
        padding: textPadding,
        color: item?.color,
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.blur()
      }}
      onBlur={({ currentTarget: { value, scrollHeight } }) => void write(model, { writing, text: value, scrollHeight })}
    />
  )
}

type Written = { readonly writing: TextDraft; readonly text: string; readonly scrollHeight: number }

async function write(model: BoardModel, { writing, text, scrollHeight }: Written): Promise<void> {
  model.view.set({ writing: undefined })
  const { id, box } = writing
  const isEmpty = text.trim() === ''
  const height = Math.max(
    box.height,
    scrollHeight > box.height ? Math.max(scrollHeight, boardLimits.leastTextAutoHeight) : 0,
  )
  // If someone deleted the text meanwhile, what was typed becomes a new text.
  if (id !== undefined && model.board.find(id) !== undefined) {
    const result = isEmpty
      ? await model.change({ label: 'Delete text', remove: [id] })
      : await model.change({ label: 'Edit text', set: [{ id, fields: { text, height } }] })
    if (!result.ok) reportFailure(result.error)
  } else if (!isEmpty) {
    const { x, y, width } = box
    const object = { ...makeObject(model, { type: 'text', x, y, width, height }), text }
    const result = await model.change({ label: 'Add text', add: [object] })
    if (!result.ok) reportFailure(result.error)
    else {
      select(model, [object.id])
      model.view.set({ focused: object.id })
    }
  }
}
