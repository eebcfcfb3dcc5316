import { makeListeners } from '#core/lib/listeners.ts'

/** What a layer blocks from getting keys: nothing, the screens under it, or everything but the palette's own keys. */
export type LayerReach = 'nothing' | 'screens' | 'everything'

export type Layer = {
  /** The scope whose commands are active while the layer is open. */
  readonly scope: string
  readonly blocks: LayerReach
  /** Closes the layer; Esc does not close a layer without it (a screen). */
  readonly close?: (() => void) | undefined
}

/** The stack of open layers. The topmost decides first who gets a key; one Esc closes one layer. */
export interface LayerStack {
  /** Puts a layer on top and returns a function that removes it, wherever it is by then. */
  readonly push: (layer: Layer) => () => void
  /** The layers from the lowest to the topmost; the same array until the stack changes. */
  readonly layers: () => readonly Layer[]
  /** Closes the topmost layer that can be closed; false when there is none. */
  readonly closeTop: () => boolean
  readonly subscribe: (listener: () => void) => () => void
}

export function makeLayerStack(): LayerStack {
  let layers: readonly Layer[] = []
  const listeners = makeListeners()
  const change = (next: readonly Layer[]): void => {
    layers = next
    listeners.tell()
  }

  return {
    push: (layer) => {
      // A new object, so that the same layer pushed twice is removed one at a time.
      const own = { ...layer }
      // A screen mounts after what a link has opened over it, and still goes below.
      const isScreen = layer.blocks === 'nothing' && layer.close === undefined
      const at = isScreen ? layers.findIndex((other) => other.close !== undefined || other.blocks !== 'nothing') : -1
      change(at < 0 ? [...layers, own] : layers.toSpliced(at, 0, own))
      return () => change(layers.filter((other) => other !== own))
    },
    layers: () => layers,
    closeTop: () => {
      const top = layers.findLast((layer) => layer.close !== undefined)
      top?.close?.()
      return top !== undefined
    },
    subscribe: listeners.subscribe,
  }
}
