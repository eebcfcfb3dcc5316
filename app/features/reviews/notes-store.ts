import { makeListeners } from '#core/lib/listeners.ts'
import type { MediaId } from '#core/lib/ids.ts'
import type { ReviewNote } from '#core/reviews/review-notes.ts'
import type { MediaRow } from '#core/schema/media.ts'

let by: 'shot' | 'artist' = 'shot'
let shown:
  | { readonly notes: readonly ReviewNote[]; readonly findMedia: (id: MediaId) => MediaRow | undefined }
  | undefined
const listeners = makeListeners()

/** The listed notes, for commands. */
export const notesStore = {
  getBy: (): 'shot' | 'artist' => by,
  getNotes: (): readonly ReviewNote[] | undefined => shown?.notes,
  findMedia: (id: MediaId): MediaRow | undefined => shown?.findMedia(id),
  subscribe: listeners.subscribe,
  toggleBy: (): void => {
    by = by === 'shot' ? 'artist' : 'shot'
    listeners.tell()
  },
  show: (next: typeof shown): void => {
    shown = next
  },
} as const
