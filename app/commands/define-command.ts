import type { ComponentType } from 'react'
import type { Undo } from '#core/change/context.ts'
import type { Result } from '#core/lib/result.ts'
import type { Permission } from '#core/schema/role-permissions.ts'
import type { Scope } from './scopes.ts'

export type CommandId = `${string}.${string}`

/** How a command was asked for. */
export type CommandSource = 'key' | 'palette' | 'control'

/** What a command may know and use besides the stores. */
export type CommandContext = {
  readonly source: CommandSource
  /** The key that was pressed, for a command that has one for each of several choices. */
  readonly chord: string | undefined
  /** The address's path and query. */
  readonly path: string
  readonly search: string
  /** `state` goes with the entry of the browser's history. */
  readonly navigate: (to: string, options?: { readonly replace?: boolean; readonly state?: unknown }) => void
  /** Opens a link elsewhere: 'mod+Enter' in the palette. */
  readonly openTab: (to: string) => void
}

/** One choice on a page of arguments. */
export type ArgumentOption = {
  readonly value: string
  readonly label: string
  readonly detail?: string | undefined
  readonly keywords?: readonly string[] | undefined
  readonly keys?: string | undefined
}

/** A page of the palette that asks for one argument; `free` takes what is typed when no option is picked. */
export type ArgumentPage = {
  readonly id: string
  readonly placeholder: string
  readonly options: (
    context: CommandContext,
    chosen: readonly string[],
    query: string,
  ) => readonly ArgumentOption[] | Promise<readonly ArgumentOption[]>
  readonly free?: boolean
  /** What is said where there is nothing to choose from. */
  readonly empty?: string
}

/** What a command did, which can be taken back; a bulk change is one thing. */
export type CommandUndo = {
  readonly label: string
  /** Takes it back, and answers what would do it again. */
  readonly takeBack: () => CommandUndo | undefined | Promise<CommandUndo | undefined>
  /** The same as data, where it is a change of the studio's: kept over a reload. */
  readonly data?: Undo
}

/** Something that goes back and forth between two states. */
export function reversible(
  label: string,
  steps: { readonly apply: () => unknown; readonly revert: () => unknown },
): CommandUndo {
  const { apply, revert } = steps
  return {
    label,
    takeBack: async () => {
      await revert()
      return reversible(label, { apply: revert, revert: apply })
    },
  }
}

/** What a command hands back: nothing, what to undo, or a result that holds either or says what went wrong. */
export type CommandOutcome = void | undefined | CommandUndo | Result<CommandUndo | undefined | void>

/** Whatever a person can do: the palette, menus, tooltips, the shortcut sheet and the keys all read it from here. */
export type Command = {
  readonly id: CommandId
  readonly title: string
  readonly group: string
  readonly scope: Scope
  readonly keys?: readonly string[]
  readonly keywords?: readonly string[]
  /** What it leads to here and now, beside the title: the name of a place. */
  readonly detail?: (context: CommandContext) => string | undefined
  readonly icon?: ComponentType<{ size?: number | string }>
  /** Absent means always. A command that cannot act has no key and is not in the palette. */
  readonly when?: (context: CommandContext) => boolean
  /** The permission it takes: whoever presses its key without that is told so. */
  readonly needs?: Permission
  /** What to ask for, page by page, when it is run without arguments. */
  readonly args?: readonly ArgumentPage[]
  /** The only way to write. What it hands back to undo goes onto the history; a failure is shown by the runner. */
  readonly run: (context: CommandContext, args: readonly string[]) => CommandOutcome | Promise<CommandOutcome>
  /** Acts again while the key is held: movement. */
  readonly isRepeatable?: boolean
  readonly worksWhileTyping?: boolean
  /** Not offered in the palette: moving the cursor, and what only makes sense as a key. */
  readonly isKeyOnly?: boolean
  /** Commands of outer scopes whose key this one knowingly takes. */
  readonly shadows?: readonly CommandId[]
  /** Its single key knowingly takes every sequence of outer scopes that begins with it. */
  readonly takesSequences?: boolean
}

/** Declares a command and keeps its exact type. */
export function defineCommand<const C extends Command>(command: C): C {
  return command
}
