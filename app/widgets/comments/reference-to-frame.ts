import { formatMoment, parseMoment, type FilmTime } from '#core/comments/film-moment.ts'
import type { HereReferenceData } from '#core/comments/here-reference.ts'
import type { StoredHereReference } from '#core/comments/metadata.ts'
import { newId, type CommentId } from '#core/lib/ids.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { findPlayer, viewerStore } from '#app/widgets/media-viewer/viewer-store.ts'
import { usedReferences, type Draft } from './draft.ts'

/** Pauses the film and returns a reference to the frame in view; undefined if there is no film. */
export function referenceToFrame(about: HereReferenceData): StoredHereReference | undefined {
  const player = findPlayer()
  const film = findFilm()
  if (player === undefined || film === undefined) return undefined
  player.pause()
  const label = formatMoment(player.getState().frame, film, uiStore.timeForm)
  return toReference(label, { ...about, timestamp: player.getSeconds() })
}

/** Returns all references of a draft: also those typed by hand, such as `@here[1013]`, to the film in view. */
export function referencesOf(draft: Draft, about: HereReferenceData): readonly StoredHereReference[] {
  const used = usedReferences(draft)
  const [player, film] = [findPlayer(), findFilm()]
  if (player === undefined || film === undefined) return used
  const typed = [...draft.text.matchAll(/@here\[([^\]\n]+)\]/g)].flatMap(([, label = '']) => {
    const frame = used.some((known) => known.label === label) ? undefined : parseMoment(label, film)
    const isInFilm = frame !== undefined && frame >= 0 && frame < player.getState().frameCount
    return isInFilm ? [toReference(label, { ...about, timestamp: player.getClock().seekTimeOf(frame) })] : []
  })
  return [...used, ...typed]
}

/** Replaces each bare `@here` in the draft with the frame in view; unchanged if there is no film. */
export function nameBareHeres(draft: Draft): Draft {
  const [player, film] = [findPlayer(), findFilm()]
  if (player === undefined || film === undefined) return draft
  const label = formatMoment(player.getState().frame, film, uiStore.timeForm)
  return { ...draft, text: draft.text.replaceAll(/@here(?![[\p{L}\p{N}_])/gu, `@here[${label}]`) }
}

function toReference(label: string, data: HereReferenceData): StoredHereReference {
  return { id: newId<CommentId>(), type: 'video', label, data }
}

/** Returns the time base of the film in view. */
function findFilm(): FilmTime | undefined {
  const { target, firstFrame } = viewerStore.get()
  if (target?.kind !== 'video') return undefined
  return { rate: target.player.getState().rate, firstFrame, startTimecode: target.startTimecode }
}
