import { useState, type KeyboardEvent } from 'react'
import type { MentionablePerson } from '#core/comments/markup.ts'
import {
  completeMention,
  findMentionQuery,
  mentionOptions,
  type MentionOption,
  type MentionQuery,
} from '#core/comments/mention-picker.ts'
import type { TaskId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { getDraft, writeDraftText } from './composer-store.ts'

type Mention = {
  readonly people: readonly MentionablePerson[]
  /** The command that references the frame in view. */
  readonly hereCommand: string
}

/** Provides the list of people shown while an @word is being typed, and the keys that move in it. */
export function useMention(taskId: TaskId, { people, hereCommand }: Mention) {
  const [query, setQuery] = useState<MentionQuery>()
  const [active, setActive] = useState(0)
  const options = query === undefined ? [] : mentionOptions(query.query, people)
  const close = (): void => setQuery(undefined)

  const look = (field: HTMLTextAreaElement): void => {
    const isCaret = field.selectionStart === field.selectionEnd
    const next = isCaret ? findMentionQuery(field.value, field.selectionEnd) : undefined
    if (next?.query !== query?.query || next?.start !== query?.start) setActive(0)
    setQuery(next)
  }
  const pick = (option: MentionOption): void => {
    if (query === undefined) return
    const { text } = getDraft(taskId)
    close()
    if (option.kind === 'person') {
      writeDraftText(taskId, completeMention(text, query, option.person.name))
      return
    }
    // The half-typed @here is replaced by the complete one.
    const end = query.start + 1 + query.query.length
    writeDraftText(taskId, { text: text.slice(0, query.start) + text.slice(end), caret: query.start })
    void runCommand(hereCommand)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const option = options[active]
    if (option === undefined || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown') setActive((active + 1) % options.length)
    else if (event.key === 'ArrowUp') setActive((active - 1 + options.length) % options.length)
    else if (event.key === 'Enter' || event.key === 'Tab') pick(option)
    else return
    event.preventDefault()
  }
  return { options, active, setActive, look, pick, close, onKeyDown }
}
