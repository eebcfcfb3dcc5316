import { useId, useState, type KeyboardEvent } from 'react'
import type { MentionablePerson } from '#core/domain/comment-markup.ts'
import {
  completeMention,
  findMentionQuery,
  mentionOptions,
  type MentionOption,
  type MentionQuery,
} from '#core/domain/mention-picker.ts'
import type { TaskId } from '#core/lib/ids.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { changeDraft, placeCaret, setComposerField } from './composer-store.ts'
import styles from './composer.module.css'
import type { Draft } from './draft.ts'
import { MentionList } from './mention-list.tsx'

type ComposerFieldProps = {
  readonly taskId: TaskId
  readonly draft: Draft
  readonly people: readonly MentionablePerson[]
  readonly onLeave: () => void
}

/** The text of a post, with a list of people while an @word is being written. */
export function ComposerField({ taskId, draft, people, onLeave }: ComposerFieldProps) {
  const id = useId()
  const [query, setQuery] = useState<MentionQuery>()
  const [active, setActive] = useState(0)
  const [isFocused, setFocused] = useState(false)
  const options = query === undefined ? [] : mentionOptions(query.query, people)
  const isOpen = options.length > 0
  // One Esc closes the list, the next leaves the field; only then does it close the popup.
  useLayer({ scope: 'composer', blocks: 'nothing', isOpen: isFocused, onClose: onLeave })
  useLayer({ scope: 'mentions', blocks: 'nothing', isOpen, onClose: () => setQuery(undefined) })

  const look = (field: HTMLTextAreaElement): void => {
    const next =
      field.selectionStart === field.selectionEnd ? findMentionQuery(field.value, field.selectionEnd) : undefined
    if (next?.query !== query?.query || next?.start !== query?.start) setActive(0)
    setQuery(next)
  }
  const pick = (option: MentionOption): void => {
    if (query === undefined) return
    setQuery(undefined)
    if (option.kind === 'here') {
      // The half-written @here makes way for the whole one.
      const end = query.start + 1 + query.query.length
      changeDraft(taskId, { text: draft.text.slice(0, query.start) + draft.text.slice(end) })
      void runCommand('popup.comment-here')
      return
    }
    const { text, caret } = completeMention(draft.text, query, option.person.name)
    changeDraft(taskId, { text })
    placeCaret(caret)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const option = options[active]
    if (!isOpen || option === undefined || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown') setActive((active + 1) % options.length)
    else if (event.key === 'ArrowUp') setActive((active - 1 + options.length) % options.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(option)
    else return
    event.preventDefault()
  }
  return (
    <div className={styles['field']}>
      <textarea
        ref={setComposerField}
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
          setQuery(undefined)
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
