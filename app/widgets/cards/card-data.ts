import type { MediaId } from '#core/lib/ids.ts'
import type { ProjectIcon } from '#core/studios/palette.ts'

/** What a card shows, whatever it stands for. */
export type CardData = {
  readonly id: string
  readonly name: string
  readonly detail: string | undefined
  readonly to: string
  /** One that is not is neither opened nor moved. */
  readonly isActive: boolean
  readonly thumbnailMediaId: MediaId | undefined
  readonly color: string
  /** Generated from the name; without one the initials stand in. */
  readonly icon: ProjectIcon
  readonly stats: readonly { readonly label: string; readonly value: string }[]
  /** A few of the people on it. */
  readonly people: readonly {
    readonly id: string
    readonly name: string
    readonly initials: string
    readonly color: string
  }[]
  /** How the work below is spread over the statuses; empty where nobody has counted. */
  readonly progress: readonly { readonly id: string; readonly color: string; readonly share: number }[]
}

/** The commands behind a card's controls; each takes the card's id, `move` the new place as well. */
export type CardCommands = { readonly edit: string; readonly thumbnail: string; readonly move: string }
