import { viewerStore } from './viewer-store.ts'

/** Set while the viewer fills the page. */
let filled: { readonly ending: AbortController; stage: HTMLElement | undefined } | undefined

/** Tells whether the viewer covers the rest of the page. */
export function isFullScreen(): boolean {
  return filled !== undefined
}

/**
 * Fills the screen with the viewer, or ends that. The page itself becomes fullscreen, so that toasts, the palette and
 * dialogs appear above the picture; focusing anything underneath ends it, so that nobody types unseen. Where the
 * browser refuses fullscreen, as on phones, the viewer fills the page.
 */
export async function toggleFullScreen(): Promise<void> {
  if (filled !== undefined) return leave()
  const ending = new AbortController()
  const { signal } = ending
  filled = { ending, stage: undefined }
  document.addEventListener('focusin', leaveIfCovered, { signal })
  document.addEventListener('fullscreenchange', endWithPage, { signal })
  signal.addEventListener('abort', viewerStore.subscribe(fill))
  fill()
  if ('requestFullscreen' in document.documentElement)
    await document.documentElement.requestFullscreen().catch(() => undefined)
  // The person may have left it meanwhile.
  if (filled === undefined) leave()
}

/** Makes the next film fill the screen too. */
function fill(): void {
  const { stage } = viewerStore.get()
  if (filled === undefined || stage === filled.stage) return
  filled.stage?.removeAttribute('data-full-screen')
  filled.stage = stage
  stage?.setAttribute('data-full-screen', '')
  // Between two films there may be none, until React has rendered.
  if (stage === undefined) setTimeout(leaveWithoutFilm)
}

function leaveWithoutFilm(): void {
  if (filled?.stage === undefined) leave()
}

function leaveIfCovered({ target }: FocusEvent): void {
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
  // It may already have ended, by Esc.
  if ((document.fullscreenElement ?? null) !== null) document.exitFullscreen().catch(() => undefined)
}
