import { notesToCsv } from '#core/reviews/review-notes.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { fileNameOf, saveFile } from '#app/lib/save-file.ts'
import { links } from '#app/routes.ts'
import { recordSavedExport } from '#app/widgets/record-saved-export.ts'
import { notesStore } from './notes-store.ts'
import { findRoom } from './room-store.ts'

const define = defineWith({ group: 'Review', scope: 'review' })
const areListed = (): boolean => notesStore.getNotes() !== undefined

/** The commands of the page with a session's notes. */
export const notesCommands: readonly Command[] = [
  define({
    id: 'review.notes',
    title: 'Notes of this review, or back to its films',
    keys: ['shift+n'],
    keywords: ['print', 'pdf', 'csv', 'answered', 'after'],
    when: () => findRoom() !== undefined,
    run: ({ navigate }) => {
      const room = findRoom()
      if (room === undefined) return
      const { studioSlug, projectSlug, session } = room
      const to = links.review({ studioSlug, projectSlug, reviewId: session.id })
      navigate(areListed() ? to : `${to}?view=notes`)
    },
  }),
  define({
    id: 'review.notes-by',
    title: 'Notes by shot or by artist',
    keys: ['shift+b'],
    when: areListed,
    run: notesStore.toggleBy,
  }),
  saving('csv', 'text/csv', () => notesToCsv(notesStore.getNotes() ?? [])),
  saving('json', 'application/json', () => JSON.stringify(notesStore.getNotes() ?? [], undefined, 2)),
  define({
    id: 'review.notes-print',
    title: 'Print the notes, or save them as a PDF',
    keywords: ['paper'],
    when: areListed,
    run: () => window.print(),
  }),
]

function saving(kind: 'csv' | 'json', type: string, write: () => string): Command {
  return define({
    id: `review.notes-${kind}`,
    title: `Save the notes as ${kind.toUpperCase()}`,
    keywords: ['export', 'download'],
    when: areListed,
    run: () => {
      const name = `${findRoom()?.session.name ?? 'Review'} notes`
      recordSavedExport(name, (notesStore.getNotes() ?? []).length)
      saveFile(new Blob([write()], { type }), fileNameOf(name, kind))
    },
  })
}
