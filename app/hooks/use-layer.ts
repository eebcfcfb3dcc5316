import { createContext, use, useEffect, useEffectEvent } from 'react'
import type { LayerReach, LayerStack } from '../lib/layer-stack.ts'

/** The app's one stack of layers; absent where a component is shown alone, which then closes itself. */
export const LayerStackContext = createContext<LayerStack | undefined>(undefined)

type LayerOptions = {
  readonly scope: string
  readonly blocks: LayerReach
  readonly isOpen?: boolean
  readonly onClose?: (() => void) | undefined
}

/** Stands on the stack of layers while open, and hands back how Esc is passed on to the stack. */
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
