import { viewerStore } from './viewer-store.ts'

/** What fills the page while the page fills the screen. */
let filling: HTMLElement | undefined
let stopWatching: (() => void) | undefined

/**
 * Fills the screen with the viewer, or goes back. It is the page that fills the screen, so that toasts, the palette and dialogs are
 * seen above the picture; whatever lies under it ends that by taking the focus: nobody types unseen.
 */
export async function toggleFullScreen(): Promise<void> {
  if (document.fullscreenElement !== null) return await document.exitFullscreen()
  await document.documentElement.requestFullscreen()
  const watching = new AbortController()
  const { signal } = watching
  document.addEventListener('focusin', leaveForCovered, { signal })
  document.addEventListener('fullscreenchange', endWithPage, { signal })
  const stop = viewerStore.subscribe(fill)
  stopWatching = () => {
    watching.abort()
    stop()
  }
  fill()
}

/** The next film fills the screen, too. */
function fill(): void {
  const { stage } = viewerStore.get()
  if (stage === filling) return
  filling?.removeAttribute('data-full-screen')
  filling = stage
  stage?.setAttribute('data-full-screen', '')
  // Between two films there may be none, for as long as React takes.
  if (stage === undefined) setTimeout(leaveWithoutFilm)
}

function leaveWithoutFilm(): void {
  if (filling === undefined) leave()
}

function leaveForCovered({ target }: FocusEvent): void {
  if (filling === undefined || !(target instanceof Element) || target.contains(filling)) return
  const { x, y, width, height } = target.getBoundingClientRect()
  const seen = document.elementFromPoint(x + width / 2, y + height / 2)
  if (filling.contains(seen) && !filling.contains(target)) leave()
}

/** It may end by itself meanwhile: by Esc, or by what took the focus before. */
function leave(): void {
  if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined)
}

function endWithPage(): void {
  if (document.fullscreenElement !== null) return
  stopWatching?.()
  filling?.removeAttribute('data-full-screen')
  filling = undefined
}
