import type { MediaId } from '#core/lib/ids.ts'
import type { ReviewNote } from '#core/reviews/review-notes.ts'
import type { MediaRow } from '#core/schema/media.ts'

let by: 'shot' | 'artist' = 'shot'
let shown:
  | { readonly notes: readonly ReviewNote[]; readonly findMedia: (id: MediaId) => MediaRow | undefined }
  | undefined
const listeners = new Set<() => void>()

/** The listed notes, for commands. */
export const notesStore = {
  getBy: (): 'shot' | 'artist' => by,
  getNotes: (): readonly ReviewNote[] | undefined => shown?.notes,
  findMedia: (id: MediaId): MediaRow | undefined => shown?.findMedia(id),
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  toggleBy: (): void => {
    by = by === 'shot' ? 'artist' : 'shot'
    for (const listener of listeners) listener()
  },
  show: (next: typeof shown): void => {
    shown = next
  },
} as const
