import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { LayerReach, LayerStack } from '../lib/layer-stack.ts'

/** The app's only layer stack; absent where a component is rendered alone, which then closes itself. */
export const LayerStackContext = createContext<LayerStack | undefined>(undefined)

type LayerOptions = {
  readonly scope: string
  readonly blocks: LayerReach
  readonly isOpen?: boolean
  readonly onClose?: (() => void) | undefined
}

/** Keeps a layer on the stack while it is open, and returns the handler that passes Esc on to the stack. */
export function useLayer({ scope, blocks, isOpen = true, onClose }: LayerOptions): {
  onEscapeKeyDown: (event: KeyboardEvent) => void
} {
  const stack = use(LayerStackContext)
  const canClose = onClose !== undefined
  const close = useEffectEvent(() => onClose?.())

  useEffect(() => {
    if (!isOpen) return undefined
    return stack?.push({ scope, blocks, close: canClose ? () => close() : undefined })
  }, [stack, scope, blocks, isOpen, canClose])

  return {
    onEscapeKeyDown: (event) => {
      // Without a stack the primitive closes itself; with one, the topmost layer closes, whichever that is.
      if (stack === undefined) return
      event.preventDefault()
      if (!event.isComposing) stack.closeTop()
    },
  }
}
