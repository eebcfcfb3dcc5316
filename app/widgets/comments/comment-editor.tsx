import { useState } from 'react'
import type { CommentId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { Button } from '#app/ui/button.tsx'
import styles from './comments.module.css'
import { startEditing } from './composer-store.ts'

type CommentEditorProps = { readonly commentId: CommentId; readonly content: string }

/** Edits the text of one's own comment. */
export function CommentEditor({ commentId, content }: CommentEditorProps) {
  const [text, setText] = useState(content)
  const cancel = (): void => startEditing(undefined)
  useLayer({ scope: 'comment-editor', blocks: 'nothing', onClose: cancel })
  const save = (): void => {
    cancel()
    if (text.trim() !== content) void runCommand('popup.edit-comment', { args: [commentId, text] })
  }
  return (
    <form
      className={styles['editor']}
      aria-label="Edit comment"
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <textarea
        ref={(field) => field?.focus()}
        className={styles['editorField']}
        rows={2}
        aria-label="Edit comment"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          save()
        }}
      />
      <span className={styles['editorActions']}>
        <Button size="small" onClick={cancel}>
          Cancel
        </Button>
        <Button size="small" variant="primary" type="submit">
          Save
        </Button>
      </span>
    </form>
  )
}
