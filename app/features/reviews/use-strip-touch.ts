import { useEffect, useState, type PointerEvent, type RefObject } from 'react'

/** A finger that rests this long drags the task; one that moves at once scrolls. */
const holdMs = 250
/** Movement within this distance does not count, since hands tremble. */
const tremblePx = 6
/** Within this distance of an edge, dragging scrolls the strip that way by so many pixels per frame. */
const [edgePx, glidePx] = [44, 10]

type Point = { readonly clientX: number; readonly clientY: number }

type Dragging = {
  readonly begin: (tile: HTMLElement) => void
  readonly over: (tile: HTMLElement | undefined, clientX: number) => void
  readonly drop: () => void
  readonly end: () => void
}

/** Reorders the tasks of a session by touch, for which native dragging differs between phones. */
export function useStripTouch(root: RefObject<HTMLElement | null>, dragging: Dragging) {
  const [touch] = useState(makeTouch)
  useEffect(() => touch.tell(dragging))
  // Stops the strip from scrolling while a finger holds a task. React's listeners are passive, so they cannot.
  useEffect(() => {
    const element = root.current
    const hold = (event: TouchEvent): void => {
      if (touch.isHeld() && event.cancelable) event.preventDefault()
    }
    element?.addEventListener('touchmove', hold, { passive: false })
    return () => element?.removeEventListener('touchmove', hold)
  }, [root, touch])
  useEffect(() => touch.stop, [touch])
  return touch
}

function makeTouch() {
  let told: Dragging | undefined
  let start: (Point & { readonly tile: HTMLElement; isHeld: boolean }) | undefined
  let holding: ReturnType<typeof setTimeout> | undefined
  let frame: number | undefined
  const stop = (): void => {
    clearTimeout(holding)
    if (frame !== undefined) cancelAnimationFrame(frame)
    if (start?.isHeld === true) told?.end()
    start = undefined
    frame = undefined
  }
  const glide = (strip: Element, point: Point): void => {
    if (frame !== undefined) cancelAnimationFrame(frame)
    frame = undefined
    const { left, right } = strip.getBoundingClientRect()
    const by = point.clientX < left + edgePx ? -glidePx : point.clientX > right - edgePx ? glidePx : 0
    if (by === 0) return
    const step = (): void => {
      strip.scrollLeft += by
      told?.over(tileUnder(point), point.clientX)
      frame = requestAnimationFrame(step)
    }
    frame = requestAnimationFrame(step)
  }
  return {
    /** Sets who is told of the drag; called after each render. */
    tell: (dragging: Dragging): void => {
      told = dragging
    },
    isHeld: (): boolean => start?.isHeld === true,
    isTouched: (): boolean => start !== undefined,
    stop,
    onPointerDown: (event: PointerEvent): void => {
      const tile = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-entry]') : null
      if (event.pointerType !== 'touch' || tile === null) return
      stop()
      const { clientX, clientY } = event
      const begun = { clientX, clientY, tile, isHeld: false }
      start = begun
      holding = setTimeout(() => {
        begun.isHeld = true
        told?.begin(tile)
      }, holdMs)
    },
    onPointerMove: (event: PointerEvent): void => {
      if (start === undefined) return
      const isFar = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY) > tremblePx
      // The strip scrolls.
      if (!start.isHeld) return isFar ? stop() : undefined
      const { clientX, clientY } = event
      told?.over(tileUnder({ clientX, clientY }), clientX)
      glide(event.currentTarget, { clientX, clientY })
    },
    onPointerUp: (): void => {
      if (start?.isHeld === true) told?.drop()
      stop()
    },
    onPointerCancel: stop,
  }
}

function tileUnder({ clientX, clientY }: Point): HTMLElement | undefined {
  return document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-entry]') ?? undefined
}
