export type Layout = 'grid' | 'kanban' | 'moodboard' | 'illustration'

export type ItemPlan = { title: string; description: string }

export type CollectionPlan = {
  name: string
  description: string
  /** The part of a film, or of a series, that it belongs to. */
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
  /** How far the work is: the part of the pipeline an average item has behind it. */
  progress: number
  /** The paintings its items look like. */
  scenes: readonly [string, ...string[]]
  collections: readonly CollectionPlan[]
}

export type ProjectPlan = {
  name: string
  description: string
  /** Its picture. */
  scene: string
  /** Viewers are kept out of it. */
  isClosedToViewers?: boolean
  spaces: readonly SpacePlan[]
}
