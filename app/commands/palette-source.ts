import type { ItemKindId, MediaId, StatusId } from '#core/lib/ids.ts'

/** Something the palette can find besides commands. */
export type PaletteResult = {
  /** Stable, so that it can be remembered: 'item:…', 'project:…'. */
  readonly id: string
  readonly kind: 'studio' | 'project' | 'space' | 'item' | 'person' | 'comment' | 'revision' | 'filter'
  readonly title: string
  readonly detail?: string
  /** Where it leads. */
  readonly to: string
  /** How well it fits, 0 best, as `SearchIndex` has it; decides between corpora. */
  readonly score?: number
  /** Its picture, and where its work stands, as far as that is known. */
  readonly thumbnailId?: MediaId | undefined
  readonly statusId?: StatusId | undefined
  /** Which of the studio's kinds an item is. */
  readonly itemKindId?: ItemKindId | undefined
}

export type PaletteResultKind = PaletteResult['kind']

export type PaletteSearchOptions = {
  readonly limit: number
  readonly signal: AbortSignal
  /** Nothing else is looked for; absent for everything. */
  readonly kinds?: readonly PaletteResultKind[]
}

/**
 * A corpus the palette searches. `search` answers best first, at most `limit`; an empty query finds nothing, or the first
 * of the wanted kinds where a corpus is small enough to be listed.
 */
export interface PaletteSource {
  readonly id: string
  /** Whether it answers only over the network; its results stand below those of this device. */
  readonly isRemote?: boolean
  /** Called when the palette opens. */
  readonly prepare?: () => void
  readonly search: (query: string, options: PaletteSearchOptions) => Promise<readonly PaletteResult[]>
  /** The results with these ids, for the recent ones; what is gone is left out. */
  readonly find: (ids: readonly string[]) => Promise<readonly PaletteResult[]>
}

/** The corpora that are loaded; a feature adds its own and takes it away again. */
export interface PaletteSources {
  readonly add: (source: PaletteSource) => () => void
  readonly all: () => readonly PaletteSource[]
}

function makePaletteSources(): PaletteSources {
  let sources: readonly PaletteSource[] = []
  return {
    add: (source) => {
      sources = [...sources, source]
      return () => {
        sources = sources.filter((other) => other !== source)
      }
    },
    all: () => sources,
  }
}

export const paletteSources = makePaletteSources()
