import { defineCommand } from '#app/commands/define-command.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { addEntry, deleteEntry, moveEntry, type EntryKind } from './draft-entries.ts'

const group = 'Studio'
const scope = 'dialog'
const toKind = (text: string | undefined): EntryKind => (text === 'status' ? 'status' : 'stage')

/** What is done to the unsaved lists of stages and statuses; the kind comes as the first argument. */
export const entryCommands = [
  defineCommand({
    id: 'entry.add',
    title: 'Add a stage or status',
    group,
    scope,
    isKeyOnly: true,
    run: (_context, [kind]) => addEntry(getStudio().studio, toKind(kind)),
  }),
  defineCommand({
    id: 'entry.move-up',
    title: 'Move the stage or status up',
    group,
    scope,
    isKeyOnly: true,
    run: (_context, [kind, id = '']) => moveEntry(getStudio().studio, toKind(kind), { id, by: -1 }),
  }),
  defineCommand({
    id: 'entry.move-down',
    title: 'Move the stage or status down',
    group,
    scope,
    isKeyOnly: true,
    run: (_context, [kind, id = '']) => moveEntry(getStudio().studio, toKind(kind), { id, by: 1 }),
  }),
  defineCommand({
    id: 'entry.delete',
    title: 'Delete the stage or status',
    group,
    scope,
    isKeyOnly: true,
    run: (_context, [kind, id = '']) => deleteEntry(getStudio().studio, toKind(kind), id),
  }),
]
