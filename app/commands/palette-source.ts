import type { ItemKindId, MediaId, StatusId } from '#core/lib/ids.ts'

/** Anything the palette finds besides commands. */
export type PaletteResult = {
  /** Stable, so that it can be remembered: 'item:…', 'project:…'. */
  readonly id: string
  readonly kind: 'studio' | 'project' | 'space' | 'item' | 'person' | 'comment' | 'revision' | 'filter'
  readonly title: string
  readonly detail?: string
  /** The address it opens. */
  readonly to: string
  /** How well it matches, 0 best, as in `SearchIndex`; ranks results of different corpora. */
  readonly score?: number
  /** Its thumbnail and its task's status, where known. */
  readonly thumbnailId?: MediaId | undefined
  readonly statusId?: StatusId | undefined
  /** The item's kind. */
  readonly itemKindId?: ItemKindId | undefined
}

export type PaletteResultKind = PaletteResult['kind']

export type PaletteSearchOptions = {
  readonly limit: number
  readonly signal: AbortSignal
  /** Limits the search to these kinds; absent means all. */
  readonly kinds?: readonly PaletteResultKind[]
}

/**
 * A corpus the palette searches. `search` returns the best first, at most `limit`; an empty query finds nothing, or
 * lists the wanted kinds where the corpus is small enough.
 */
export interface PaletteSource {
  readonly id: string
  /** Whether it searches over the network; its results come below those of this device. */
  readonly isRemote?: boolean
  /** Called when the palette opens. */
  readonly prepare?: () => void
  readonly search: (query: string, options: PaletteSearchOptions) => Promise<readonly PaletteResult[]>
  /** Returns the results with these ids, for the recent ones; those that no longer exist are left out. */
  readonly find: (ids: readonly string[]) => Promise<readonly PaletteResult[]>
}

/** The loaded corpora; a feature adds its own and removes it again. */
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
