import type { MediaId } from '#core/lib/ids.ts'
import type { ProjectIcon } from '#core/studios/palette.ts'

/** What a card shows, for a project or a space. */
export type CardData = {
  readonly id: string
  readonly name: string
  readonly detail: string | undefined
  readonly to: string
  /** Inactive cards can be neither opened nor moved. */
  readonly isActive: boolean
  readonly thumbnailMediaId: MediaId | undefined
  readonly color: string
  /** Derived from the name; without one, the initials are shown. */
  readonly icon: ProjectIcon
  readonly stats: readonly { readonly label: string; readonly value: string }[]
  /** A few of the people working on it. */
  readonly people: readonly {
    readonly id: string
    readonly name: string
    readonly initials: string
    readonly color: string
  }[]
  /** How the work below is spread over the statuses; empty if it was not counted. */
  readonly progress: readonly { readonly id: string; readonly color: string; readonly share: number }[]
}

/** The commands behind a card's controls; each takes the card's id, `move` also the new place. */
export type CardCommands = { readonly edit: string; readonly thumbnail: string; readonly move: string }
