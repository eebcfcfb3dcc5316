import { parseJson } from '#core/lib/json.ts'
import { makeListeners } from '#core/lib/listeners.ts'
import { clamp } from '#core/lib/numbers.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

/** The volume of films and sounds, from 0 to 1, and whether they are muted. */
export type Sound = { readonly volume: number; readonly isMuted: boolean }

const KEY = 'sound'
const whole = 1

let sound = readKept(readStored(KEY))
const listeners = makeListeners()

/** The sound of everything played; remembered by this browser. */
export const soundStore = {
  get: (): Sound => sound,
  subscribe: listeners.subscribe,
} as const

/** Sets the volume, clamped to 0 to 1; unmutes, unless it is 0. */
export function setVolume(volume: number): void {
  const next = clamp(Math.round(volume * 100) / 100, { min: 0, max: whole })
  keep({ volume: next, isMuted: next === 0 })
}

/** Mutes, or unmutes at the previous volume. */
export function toggleMuted(): void {
  const isMuted = !sound.isMuted
  keep({ isMuted, volume: !isMuted && sound.volume === 0 ? whole : sound.volume })
}

/** Mutes for this visit: the browser requires it, not the person. */
export function muteForVisit(): void {
  change({ ...sound, isMuted: true })
}

function keep(next: Sound): void {
  writeStored(KEY, JSON.stringify(next))
  change(next)
}

function change(next: Sound): void {
  sound = next
  listeners.tell()
}

/** Reads the stored sound; full volume if it is unreadable. */
function readKept(text: string | undefined): Sound {
  const heard = { volume: whole, isMuted: false }
  const kept = parseJson(text)
  if (typeof kept !== 'object' || kept === null || !('volume' in kept) || !('isMuted' in kept)) return heard
  const { volume, isMuted } = kept
  if (typeof volume !== 'number' || !(volume >= 0 && volume <= whole)) return heard
  return { volume, isMuted: isMuted === true }
}
