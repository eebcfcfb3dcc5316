import { makeLayerStack } from '#app/lib/layer-stack.ts'

/**
 * The app's only stack of layers. Not a proxy: it holds functions, and the key dispatcher reads it on every key press.
 */
export const layerStack = makeLayerStack()
