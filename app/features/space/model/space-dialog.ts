import type { CollectionId, ItemId, TaskId } from '#core/lib/ids.ts'

/** What is asked of a person, over the grid or the board. */
export type SpaceDialog =
  | { readonly kind: 'status' | 'assignee' | 'due' | 'priority' | 'estimate' }
  /** With the id of a kind, of which they are. */
  | { readonly kind: 'create'; readonly kindId?: string | undefined }
  | { readonly kind: 'delete-tasks'; readonly taskIds: readonly TaskId[] }
  | { readonly kind: 'delete-item'; readonly id: ItemId; readonly title: string }
  | { readonly kind: 'delete-collection'; readonly id: CollectionId; readonly title: string }
  | { readonly kind: 'lightbox'; readonly itemId: ItemId }
  | { readonly kind: 'import'; readonly file: File }
