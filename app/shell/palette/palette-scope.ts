import type { PaletteResultKind } from '#app/commands/palette-source.ts'
import type { PaletteGroup, PaletteRow } from './palette-rows.ts'

/** What the palette searches, chosen by the first character typed. */
export type PaletteScope = {
  readonly id: 'everything' | 'commands' | 'people' | 'items' | 'places' | 'help'
  readonly sign: string
  /** The chip's text; absent where nothing is excluded. */
  readonly label: string | undefined
  readonly placeholder: string
  readonly hasCommands: boolean
  /** The kinds of results; absent for all, empty for none. */
  readonly kinds: readonly PaletteResultKind[] | undefined
}

export const everything: PaletteScope = {
  id: 'everything',
  sign: '',
  label: undefined,
  placeholder: 'Search or run a command',
  hasCommands: true,
  kinds: undefined,
}

export const commandsOnly: PaletteScope = {
  id: 'commands',
  sign: '>',
  label: 'Commands',
  placeholder: 'Run a command',
  hasCommands: true,
  kinds: [],
}

const signed: readonly PaletteScope[] = [
  commandsOnly,
  { id: 'items', sign: '#', label: 'Items', placeholder: 'Search items', hasCommands: false, kinds: ['item'] },
  {
    id: 'places',
    sign: '/',
    label: 'Projects and spaces',
    placeholder: 'Search projects and spaces',
    hasCommands: false,
    kinds: ['project', 'space', 'studio'],
  },
  { id: 'people', sign: '@', label: 'People', placeholder: 'Search people', hasCommands: false, kinds: ['person'] },
  { id: 'help', sign: '?', label: 'Help', placeholder: 'What can be searched', hasCommands: false, kinds: [] },
]

/** Returns the scope of a sign. */
export function findScope(sign: string): PaletteScope | undefined {
  return signed.find((scope) => scope.sign === sign)
}

/** Lists the meaning of the signs; picking one sets its scope. */
export function findHelpGroups(): readonly PaletteGroup[] {
  const rows = signed
    .filter(({ id }) => id !== 'help')
    .map((scope): PaletteRow => ({
      id: `scope:${scope.id}`,
      title: scope.placeholder,
      detail: undefined,
      keys: scope.sign,
      icon: undefined,
      target: { kind: 'scope', sign: scope.sign },
    }))
  return [{ heading: 'Begin with', rows }]
}
