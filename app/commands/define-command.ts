import type { ComponentType } from 'react'
import type { Undo } from '#core/change/context.ts'
import type { Result } from '#core/lib/result.ts'
import type { Permission } from '#core/schema/role-permissions.ts'
import type { Scope } from './scopes.ts'

export type CommandId = `${string}.${string}`

/** How a command was triggered. */
export type CommandSource = 'key' | 'palette' | 'control'

/** What a command can read and use besides the stores. */
export type CommandContext = {
  readonly source: CommandSource
  /** The chord that was pressed, for commands with a key for each of several choices. */
  readonly chord: string | undefined
  /** The path and query of the address. */
  readonly path: string
  readonly search: string
  /** `state` is stored with the entry in the browser's history. */
  readonly navigate: (to: string, options?: { readonly replace?: boolean; readonly state?: unknown }) => void
  /** Opens a link in a new tab: `mod+Enter` in the palette. */
  readonly openTab: (to: string) => void
}

/** One option on an argument page. */
export type ArgumentOption = {
  readonly value: string
  readonly label: string
  readonly detail?: string | undefined
  readonly keywords?: readonly string[] | undefined
  readonly keys?: string | undefined
}

/** A page of the palette that asks for one argument; `free` accepts the typed text when no option is picked. */
export type ArgumentPage = {
  readonly id: string
  readonly placeholder: string
  readonly options: (
    context: CommandContext,
    chosen: readonly string[],
    query: string,
  ) => readonly ArgumentOption[] | Promise<readonly ArgumentOption[]>
  readonly free?: boolean
  /** Shown when there are no options. */
  readonly empty?: string
}

/** A finished action that can be undone; a bulk change is one action. */
export type CommandUndo = {
  readonly label: string
  /** Undoes it, and returns the entry that redoes it. */
  readonly undo: () => CommandUndo | undefined | Promise<CommandUndo | undefined>
  /** The same undo as data, for changes to the studio: survives a reload. */
  readonly data?: Undo
}

/** Returns an undo that toggles between two states. */
export function reversible(
  label: string,
  steps: { readonly apply: () => unknown; readonly undo: () => unknown },
): CommandUndo {
  const { apply, undo } = steps
  return {
    label,
    undo: async () => {
      await undo()
      return reversible(label, { apply: undo, undo: apply })
    },
  }
}

/** A command's result: nothing, an undo, or a Result holding one or an error. */
export type CommandOutcome = void | undefined | CommandUndo | Result<CommandUndo | undefined | void>

/** Anything a person can do. The palette, menus, tooltips, the shortcut sheet and the keys all read from here. */
export type Command = {
  readonly id: CommandId
  readonly title: string
  readonly group: string
  readonly scope: Scope
  readonly keys?: readonly string[]
  readonly keywords?: readonly string[]
  /** Names the current target beside the title, such as a place. */
  readonly detail?: (context: CommandContext) => string | undefined
  readonly icon?: ComponentType<{ size?: number | string }>
  /** Absent means always. A command that cannot act has no key and is not in the palette. */
  readonly when?: (context: CommandContext) => boolean
  /** The permission required: pressing the key without it shows a refusal. */
  readonly needs?: Permission
  /** The arguments to ask for, page by page, when run without them. */
  readonly args?: readonly ArgumentPage[]
  /** The only way to write. A returned undo goes onto the history; the runner shows failures. */
  readonly run: (context: CommandContext, args: readonly string[]) => CommandOutcome | Promise<CommandOutcome>
  /** Runs again while the key is held: cursor movement. */
  readonly isRepeatable?: boolean
  readonly worksWhileTyping?: boolean
  /** Hidden from the palette: cursor movement, and commands that only make sense as keys. */
  readonly isKeyOnly?: boolean
  /** Commands of outer scopes whose key this one deliberately takes. */
  readonly shadows?: readonly CommandId[]
  /** Its single key deliberately takes every sequence of outer scopes that begins with it. */
  readonly takesSequences?: boolean
}

/** Declares a command and preserves its exact type. */
export function defineCommand<const C extends Command>(command: C): C {
  return command
}

type Shared = Pick<Command, 'group' | 'scope'> & Partial<Command>

/** Returns a function that declares commands with these parts in common; a command's own parts come first. */
export function defineWith(shared: Shared): (own: Omit<Command, 'group' | 'scope'> & Partial<Command>) => Command {
  return (own) => ({ ...shared, ...own })
}
