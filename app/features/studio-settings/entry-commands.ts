import { defineWith } from '#app/commands/define-command.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { addEntry, deleteEntry, moveEntry, type EntryKind } from './draft-entries.ts'

const define = defineWith({ group: 'Studio', scope: 'dialog' })
const toKind = (text: string | undefined): EntryKind => (text === 'status' ? 'status' : 'stage')

/** The commands for the unsaved lists of stages and statuses; their first argument is the kind. */
export const entryCommands = [
  define({
    id: 'entry.add',
    title: 'Add a stage or status',
    isKeyOnly: true,
    run: (_context, [kind]) => addEntry(getStudio().studio, toKind(kind)),
  }),
  move('entry.move-up', 'Move the stage or status up', ['alt+up'], { by: -1 }),
  move('entry.move-down', 'Move the stage or status down', ['alt+down'], { by: 1 }),
  move('entry.move-first', 'Make the stage or status the first', ['alt+shift+up'], { to: 0 }),
  move('entry.move-last', 'Make the stage or status the last', ['alt+shift+down'], { to: Number.MAX_SAFE_INTEGER }),
  define({
    id: 'entry.move-to',
    title: 'Move the stage or status to a place',
    isKeyOnly: true,
    run: (_context, [kind, id = '', to]) => moveEntry(getStudio().studio, toKind(kind), { id, to: Number(to) }),
  }),
  define({
    id: 'entry.delete',
    title: 'Delete the stage or status',
    isKeyOnly: true,
    run: (_context, [kind, id = '']) => deleteEntry(getStudio().studio, toKind(kind), id),
  }),
]

function move(
  id: `entry.move-${string}`,
  title: string,
  ...[keys, step]: [readonly string[], { readonly by: number } | { readonly to: number }]
) {
  return define({
    id,
    title,
    keys,
    isKeyOnly: true,
    isRepeatable: true,
    // The focus is in an entry's name field most of the time.
    worksWhileTyping: true,
    when: () => document.querySelector('[data-entry]') !== null,
    run: (_context, [kind = findFocused()?.kind, entryId = findFocused()?.id ?? '']) =>
      moveEntry(getStudio().studio, toKind(kind), { id: entryId, ...step }),
  })
}

/** Returns the entry with the focus. */
function findFocused(): { readonly kind: string | undefined; readonly id: string | undefined } | undefined {
  const row = document.activeElement?.closest<HTMLElement>('[data-entry]')
  return row ? { kind: row.dataset['entryKind'], id: row.dataset['entry'] } : undefined
}
