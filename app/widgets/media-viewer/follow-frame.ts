import type { FramePlayer } from './frame-player.ts'

/**
 * As a `ref`: writes into an element what changes with the frame. Drawing anew would keep the browser from the next frame,
 * whose bytes a film reads through the same thread.
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
