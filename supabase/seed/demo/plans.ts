export type Layout = 'grid' | 'kanban' | 'moodboard' | 'illustration'

export type ItemPlan = { title: string; description: string }

export type CollectionPlan = {
  name: string
  description: string
  /** The part of a film or series it belongs to. */
  episode?: string | undefined
  isDefault?: boolean
  items: readonly ItemPlan[]
}

export type SpacePlan = {
  name: string
  layout: Layout
  itemType: 'shot' | 'asset' | 'illustration'
  /** Names of studio stages. */
  stages: readonly string[]
  /** The share of the pipeline that an average item has completed. */
  progress: number
  /** The paintings that show its items. */
  scenes: readonly [string, ...string[]]
  collections: readonly CollectionPlan[]
}

export type ProjectPlan = {
  name: string
  description: string
  /** Its picture. */
  scene: string
  /** Whether viewers may not open it. */
  isClosedToViewers?: boolean
  spaces: readonly SpacePlan[]
}
