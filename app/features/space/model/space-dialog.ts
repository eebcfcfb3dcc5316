import type { CollectionId, ItemId, TaskId } from '#core/lib/ids.ts'

/** A dialog over the grid or the kanban. */
export type SpaceDialog =
  | { readonly kind: 'status' | 'assignee' | 'due' | 'priority' | 'estimate' }
  /** With the id of the new items' kind. */
  | { readonly kind: 'create'; readonly kindId?: string | undefined }
  | { readonly kind: 'delete-tasks'; readonly taskIds: readonly TaskId[] }
  | { readonly kind: 'delete-item'; readonly id: ItemId; readonly title: string }
  | { readonly kind: 'delete-collection'; readonly id: CollectionId; readonly title: string }
  | { readonly kind: 'lightbox'; readonly itemId: ItemId }
  | { readonly kind: 'import'; readonly file: File }
