import { useCallback, useId, useState } from 'react'
import type { MentionablePerson } from '#core/comments/markup.ts'
import type { TaskId } from '#core/lib/ids.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { changeDraft, setComposerField } from './composer-store.ts'
import styles from './composer.module.css'
import type { Draft } from './draft.ts'
import { MentionList } from './mention-list.tsx'
import { useMention } from './use-mention.ts'

type ComposerFieldProps = {
  readonly taskId: TaskId
  readonly draft: Draft
  readonly people: readonly MentionablePerson[]
  /** The command that references the frame in view. */
  readonly hereCommand: string
  readonly onLeave: () => void
}

/** The text of a post, with a list of people while an @word is being typed. */
export function ComposerField({ taskId, draft, people, hereCommand, onLeave }: ComposerFieldProps) {
  const id = useId()
  const { options, active, setActive, look, pick, close, onKeyDown } = useMention(taskId, { people, hereCommand })
  const [isFocused, setFocused] = useState(false)
  const isOpen = options.length > 0
  const attach = useCallback(
    (field: HTMLTextAreaElement | null) => (field === null ? undefined : setComposerField(taskId, field)),
    [taskId],
  )
  // One Esc closes the list, the next leaves the field; only a further one closes the popup.
  useLayer({ scope: 'composer', blocks: 'nothing', isOpen: isFocused, onClose: onLeave })
  useLayer({ scope: 'mentions', blocks: 'nothing', isOpen, onClose: close })

  return (
    <div className={styles['field']}>
      <textarea
        ref={attach}
        className={styles['textarea']}
        rows={2}
        value={draft.text}
        readOnly={draft.isPosting}
        aria-label={draft.mode === 'revision' ? 'Revision notes' : 'Comment'}
        placeholder="Write a note, @ to mention, @here for this frame…"
        {...(isOpen && { 'aria-controls': id, 'aria-activedescendant': `${id}-${active}` })}
        aria-autocomplete="list"
        onFocus={() => setFocused(true)}
        onBlur={() => {
          setFocused(false)
          close()
        }}
        onChange={(event) => {
          changeDraft(taskId, { text: event.currentTarget.value })
          look(event.currentTarget)
        }}
        onSelect={(event) => look(event.currentTarget)}
        onKeyDown={onKeyDown}
      />
      {isOpen && <MentionList id={id} options={options} active={active} onPoint={setActive} onPick={pick} />}
    </div>
  )
}
