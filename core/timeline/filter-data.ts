import type { CollectionId, ItemId, ProjectId, SpaceId, StageId, StatusId, UserId } from '#core/lib/ids.ts'

/** The choices of the timeline's filter panel, each list in display order. */
export type TimelineFilterData = {
  readonly projects: readonly { readonly id: ProjectId; readonly name: string }[]
  readonly spaces: readonly { readonly id: SpaceId; readonly projectId: ProjectId; readonly name: string }[]
  readonly collections: readonly { readonly id: CollectionId; readonly spaceId: SpaceId; readonly name: string }[]
  readonly items: readonly { readonly id: ItemId; readonly collectionId: CollectionId; readonly title: string }[]
  readonly stages: readonly { readonly id: StageId; readonly name: string; readonly color: string }[]
  readonly statuses: readonly { readonly id: StatusId; readonly name: string; readonly color: string }[]
  readonly artists: readonly { readonly id: UserId; readonly name: string }[]
}
