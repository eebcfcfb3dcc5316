import type { UserId } from '#core/lib/ids.ts'

/** Somebody in a space, and the cell they are on. A person with two windows appears twice. */
export type Presence = { readonly userId: UserId; readonly cellKey: string | undefined }
