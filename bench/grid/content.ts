import { avatarColors, statusColors } from '#core/studios/palette.ts'

/** What every measured grid shows: the same items, stages, statuses and people, generated deterministically. */
export const ITEMS = 50_000
export const ITEMS_PER_COLLECTION = 100

export const stageNames =
  'Storyboard Layout Modeling Texturing Rigging Animation Simulation FX Lighting Rendering Compositing Final'.split(' ')

export const statusNames = [
  ['Todo', 'TODO', statusColors[0]],
  ['In progress', 'WIP', '#3b82f6'],
  ['Feedback', 'FEEDBACK', '#f59e0b'],
  ['Client', 'CLIENT', '#000000'],
  ['For approval', 'WFA', '#8b5cf6'],
  ['Done', 'DONE', '#10b981'],
] as const

export const peopleNames = (
  'Ana Lindqvist,Jo Okafor,Luis Ferrer,Mei Tanaka,Mika Kallio,Ryan Yates,Selin Eren,Tom Vries,Ada Byron,Ben Cole,' +
  'Cleo Diaz,Dan Ek,Eva Falk,Finn Gray,Gil Hart,Ida Iken'
).split(',')

const words = 'boats leave the pier at dawn while gulls land on the mast and the map unrolls'.split(' ')

export type ShownItem = { readonly title: string; readonly description: string }

/** Returns the n-th item's texts. */
export function itemAt(index: number): ShownItem {
  const sequence = String(Math.floor(index / ITEMS_PER_COLLECTION) + 1).padStart(3, '0')
  const shot = String((index % ITEMS_PER_COLLECTION) * 10 + 10).padStart(4, '0')
  const word = (at: number): string => words[at % words.length] ?? ''
  return { title: `sq${sequence}_sh${shot}`, description: `${word(index)} ${word(index * 3)} ${word(index * 7)}` }
}

/** Returns the index of a cell's status in `statusNames`. */
export function statusAt(item: number, stage: number): number {
  return (item * 7 + stage * 5 + (item % 13) * stage) % statusNames.length
}

/** Returns the indices in `peopleNames` of a cell's people: one in most cells, two in every tenth. */
export function peopleAt(item: number, stage: number): readonly number[] {
  const first = (item * 3 + stage * 11) % peopleNames.length
  return (item + stage) % 10 === 0 ? [first, (first + 5) % peopleNames.length] : [first]
}

export function initialsAt(person: number): string {
  return (peopleNames[person] ?? '')
    .split(' ')
    .map((part) => part[0])
    .join('')
}

export function avatarColorAt(person: number): string {
  return avatarColors[person % avatarColors.length] ?? avatarColors[0]
}
