import { viewerStore } from './viewer-store.ts'

/** While the viewer fills the page. */
let filled: { readonly ending: AbortController; stage: HTMLElement | undefined } | undefined

/** Whether the viewer covers the rest of the page. */
export function isFullScreen(): boolean {
  return filled !== undefined
}

/**
 * Fills the screen with the viewer, or goes back. It is the page that fills the screen, so that toasts, the palette and dialogs are
 * seen above the picture; whatever lies under it ends that by taking the focus: nobody types unseen. Where a browser lets no page
 * fill the screen, as on a phone, the viewer fills the page.
 */
export async function toggleFullScreen(): Promise<void> {
  if (filled !== undefined) return leave()
  const ending = new AbortController()
  const { signal } = ending
  filled = { ending, stage: undefined }
  document.addEventListener('focusin', leaveForCovered, { signal })
  document.addEventListener('fullscreenchange', endWithPage, { signal })
  signal.addEventListener('abort', viewerStore.subscribe(fill))
  fill()
  if ('requestFullscreen' in document.documentElement)
    await document.documentElement.requestFullscreen().catch(() => undefined)
  // Whoever has left meanwhile is not kept there.
  if (filled === undefined) leave()
}

/** The next film fills the screen, too. */
function fill(): void {
  const { stage } = viewerStore.get()
  if (filled === undefined || stage === filled.stage) return
  filled.stage?.removeAttribute('data-full-screen')
  filled.stage = stage
  stage?.setAttribute('data-full-screen', '')
  // Between two films there may be none, for as long as React takes.
  if (stage === undefined) setTimeout(leaveWithoutFilm)
}

function leaveWithoutFilm(): void {
  if (filled?.stage === undefined) leave()
}

function leaveForCovered({ target }: FocusEvent): void {
  const stage = filled?.stage
  if (stage === undefined || !(target instanceof Element) || target.contains(stage)) return
  const { x, y, width, height } = target.getBoundingClientRect()
  const seen = document.elementFromPoint(x + width / 2, y + height / 2)
  if (stage.contains(seen) && !stage.contains(target)) leave()
}

function endWithPage(): void {
  if (document.fullscreenElement === null) leave()
}

function leave(): void {
  filled?.ending.abort()
  filled?.stage?.removeAttribute('data-full-screen')
  filled = undefined
  // It may end by itself meanwhile, by Esc.
  if ((document.fullscreenElement ?? null) !== null) document.exitFullscreen().catch(() => undefined)
}
