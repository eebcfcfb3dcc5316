import type { FramePlayer } from './frame-player.ts'

/**
 * Returns a `ref` that writes what changes with the frame into an element. A rerender would delay the next frame, whose
 * bytes a film reads through the same thread.
 */
export function followFrame(player: FramePlayer, write: (element: HTMLElement, frame: number) => void) {
  return (element: HTMLElement | null): (() => void) | undefined => {
    if (element === null) return undefined
    let shown: number | undefined
    const show = (): void => {
      const { frame } = player.getState()
      if (frame !== shown) write(element, frame)
      shown = frame
    }
    show()
    return player.subscribe(show)
  }
}
