import type { Command } from './define-command.ts'
import { registry } from './registry.ts'
import type { Scope } from './scopes.ts'

/** What the key settings need of a command, which may belong to a page that is not open. */
export type KnownCommand = Pick<
  Command,
  'id' | 'title' | 'group' | 'scope' | 'keys' | 'shadows' | 'takesSequences' | 'isKeyOnly' | 'keywords'
>

/** A line of catalogue.json, which `tests/commands.test.ts` writes and checks against the commands' own files. */
export type CatalogueLine = {
  readonly id: string
  readonly title: string
  readonly group: string
  readonly scope: string
  readonly keys?: readonly string[]
  readonly shadows?: readonly string[]
  readonly takesSequences?: boolean
  readonly isKeyOnly?: boolean
  readonly keywords?: readonly string[]
}

/** Loads the commands of every page: registered ones as they are now, the others from the catalogue. */
export async function loadKnownCommands(): Promise<readonly KnownCommand[]> {
  return [...registry.all(), ...(await loadCommandsElsewhere())]
}

/** Loads the commands of pages that are not open. */
export async function loadCommandsElsewhere(): Promise<readonly KnownCommand[]> {
  const { default: lines } = await import('./catalogue.json')
  const here = registry.all()
  const ids = new Set<string>(here.map(({ id }) => id))
  // The catalogue is generated from the commands, so its ids and scopes have the commands' types.
  return (lines as readonly CatalogueLine[])
    .filter(({ id }) => !ids.has(id))
    .map((line) => ({
      ...line,
      id: line.id as Command['id'],
      scope: line.scope as Scope,
      shadows: line.shadows as Command['shadows'] & {},
    }))
}
