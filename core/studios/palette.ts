import { hashText } from '#core/lib/numbers.ts'
import type { HexColor } from '#core/lib/color.ts'

/** Ten avatar colours, chosen by a hash of the user's id. */
export const avatarColors = [
  '#2563eb',
  '#7c3aed',
  '#db2777',
  '#dc2626',
  '#c2410c',
  '#a16207',
  '#15803d',
  '#0f766e',
  '#0e7490',
  '#4f46e5',
] as const satisfies readonly HexColor[]

/** Twenty-four project colours, chosen by a hash of the project's name. */
export const projectColors = [
  '#ef4444',
  '#f97316',
  '#f59e0b',
  '#eab308',
  '#84cc16',
  '#22c55e',
  '#10b981',
  '#14b8a6',
  '#06b6d4',
  '#0ea5e9',
  '#3b82f6',
  '#6366f1',
  '#8b5cf6',
  '#a855f7',
  '#d946ef',
  '#ec4899',
  '#f43f5e',
  '#b45309',
  '#4d7c0f',
  '#047857',
  '#0e7490',
  '#1d4ed8',
  '#6d28d9',
  '#be185d',
] as const satisfies readonly HexColor[]

/** The twenty-four colours of the status picker, including those of the six default statuses. */
export const statusColors = [
  '#9ca3af',
  '#6b7280',
  '#374151',
  '#000000',
  '#ef4444',
  '#b91c1c',
  '#f97316',
  '#c2410c',
  '#f59e0b',
  '#eab308',
  '#84cc16',
  '#22c55e',
  '#10b981',
  '#047857',
  '#14b8a6',
  '#06b6d4',
  '#0ea5e9',
  '#3b82f6',
  '#1d4ed8',
  '#6366f1',
  '#8b5cf6',
  '#a855f7',
  '#ec4899',
  '#f43f5e',
] as const satisfies readonly HexColor[]

/** Suitable status colours for done, to be redone, on hold, and other statuses; the first unused one is taken. */
export const statusColorsBySense = {
  done: ['#22c55e', '#047857', '#84cc16'],
  again: ['#ef4444', '#f97316', '#b91c1c'],
  rests: ['#6b7280', '#374151'],
  other: ['#0ea5e9', '#a855f7', '#14b8a6', '#ec4899', '#6366f1', '#eab308', '#06b6d4', '#f43f5e'],
} as const satisfies Readonly<Record<string, readonly HexColor[]>>

/** The ten hues of timeline bars and timesheet pills, chosen by a hash of the colour mode's key. */
export const barColors = [
  '#3b82f6',
  '#8b5cf6',
  '#d946ef',
  '#f43f5e',
  '#f97316',
  '#eab308',
  '#84cc16',
  '#10b981',
  '#06b6d4',
  '#64748b',
] as const satisfies readonly HexColor[]

/** The motif of a project's generated icon. */
export type ProjectIcon =
  | 'film'
  | 'series'
  | 'illustration'
  | 'game'
  | 'music'
  | 'advert'
  | 'book'
  | 'library'
  | 'folder'

const iconKeywords: readonly (readonly [ProjectIcon, readonly string[]])[] = [
  ['illustration', ['illustration', 'illustrations', 'art', 'poster', 'posters', 'concept', 'drawing', 'print']],
  ['series', ['series', 'season', 'episode', 'episodes', 'tv', 'show', 'pilot']],
  ['game', ['game', 'games', 'unity', 'unreal', 'level']],
  ['music', ['music', 'song', 'clip', 'album', 'mv']],
  ['advert', ['ad', 'ads', 'advert', 'commercial', 'campaign', 'promo', 'spot', 'teaser', 'trailer', 'brand']],
  ['book', ['book', 'comic', 'comics', 'manga', 'story', 'novel', 'magazine']],
  ['library', ['asset', 'assets', 'library', 'props', 'character', 'characters', 'rig', 'rigs']],
  ['film', ['film', 'feature', 'movie', 'short', 'cinema', 'animation']],
]

/** Returns a person's avatar colour; white text on it has a contrast of at least 4.5. */
export function avatarColorOf(userId: string): HexColor {
  return pickByHash(avatarColors, userId)
}

/** Returns a project's colour. */
export function projectColorOf(name: string): HexColor {
  return pickByHash(projectColors, name.trim().toLowerCase())
}

/** Returns a timeline bar's colour, by the id or name of what it is coloured by. */
export function barColorOf(key: string): HexColor {
  return pickByHash(barColors, key)
}

/** Returns a project's icon, by the first keyword among the words of its name; a folder without one. */
export function projectIconOf(name: string): ProjectIcon {
  const words = new Set(name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
  return iconKeywords.find(([, keywords]) => keywords.some((keyword) => words.has(keyword)))?.[0] ?? 'folder'
}

/**
 * Returns one or two capitals for an avatar: the first letters of the first and last word; `?` if there is no letter or
 * digit.
 */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const letters = [words[0], words.length > 1 ? words[words.length - 1] : undefined]
  const initials = letters.map((word) => (word === undefined ? '' : (Array.from(word)[0] ?? ''))).join('')
  return initials === '' ? '?' : initials.toUpperCase()
}

function pickByHash(colors: readonly [HexColor, ...HexColor[]], key: string): HexColor {
  return colors[hashText(key) % colors.length] ?? colors[0]
}

/** The text colours of timeline bars, by theme, before they are made readable on a bar's own colour. */
export const barInks = { dark: '#f1f2f5', light: '#16181d' } as const
