import { makeLayerStack } from '#app/lib/layer-stack.ts'

/** The one stack of open layers. Not a proxy: it holds functions and is read by the key dispatcher on every key. */
export const layerStack = makeLayerStack()
