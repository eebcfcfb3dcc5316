import { flag, initially, type Field } from './define-table.ts'

type Turn = {
  /** Names the change: `Omit item`. */
  readonly verb: string
  /** Reports it afterwards: `3 items omitted`. */
  readonly done: string
}

type Described = {
  readonly on: Turn
  readonly off: Turn
  /** How it marks an item's name everywhere: struck through, or with a sign in front. */
  readonly look: { readonly isStruck?: boolean; readonly mark?: string }
  /** Toggles it for the selected items of a space. */
  readonly command: {
    readonly id: `item.${string}`
    readonly title: string
    readonly keys: readonly string[]
    readonly keywords: readonly string[]
  }
}

/**
 * An item's yes-or-no flags. Rows, changes, commands, filters, signs, expressions, rules and records are built from
 * this list. A flag's field also gives its words: `isOnHold` is `on hold`, and `on_hold` in expressions.
 */
const flags = {
  /** Left out of the film for now: struck through and counted nowhere. */
  isOmitted: {
    on: { verb: 'Omit', done: 'omitted' },
    off: { verb: 'Restore', done: 'restored' },
    look: { isStruck: true },
    command: {
      id: 'item.omit',
      title: 'Omit or restore items',
      keys: ['shift+x'],
      keywords: ['strike', 'cut', 'leave out', 'bring back'],
    },
  },
} as const satisfies { readonly [Field in `is${string}`]: Described }

/** A flag by its field name. */
export type ItemFlag = keyof typeof flags
type RecordName = ItemFlag extends `is${infer Name}` ? Uncapitalize<Name> : never

type Words<Text extends string> = Text extends `${infer Head}${infer Rest}`
  ? `${Head extends Lowercase<Head> ? Head : ` ${Lowercase<Head>}`}${Words<Rest>}`
  : ''
/** A flag in words: `on hold`. */
export type FlagWords = Words<Uncapitalize<ItemFlag extends `is${infer Name}` ? Name : never>>

/** The values of an item's flags. */
export type ItemFlags = { readonly [Name in ItemFlag]: boolean }
/** The same values as the command line prints them: `{ omitted: true }`. */
type FlagRecord = { readonly [Name in RecordName]: boolean }

/** A flag with all its names. */
export type ItemFlagSpec = Described & {
  readonly field: ItemFlag
  readonly record: RecordName
  /** In expressions and saved filters. */
  readonly name: string
  /** Read out after an item's name; also its column title in sheets. */
  readonly words: FlagWords
  /** The same words, capitalised. */
  readonly label: string
}

// The keys are the fields.
const fields = Object.keys(flags) as ItemFlag[]

/** Every flag, in display order. */
export const itemFlags: readonly ItemFlagSpec[] = fields.map((field) => {
  const name = field
    .slice(2)
    .replace(/(?!^)[A-Z]/g, '_$&')
    .toLowerCase()
  // As in the type: the field without `is`.
  const record = (field.charAt(2).toLowerCase() + field.slice(3)) as RecordName
  const words = name.replaceAll('_', ' ') as FlagWords
  return { ...flags[field], field, record, name, words, label: words.charAt(0).toUpperCase() + words.slice(1) }
})

/** Returns the description of a flag. */
export function describeFlag(field: ItemFlag): ItemFlagSpec {
  return eachFlag((each) => each)[field]
}

/** Builds a value for each flag, by field. */
export function eachFlag<Value>(read: (flag: ItemFlagSpec) => Value): { readonly [Name in ItemFlag]: Value } {
  // Every flag is in the list.
  return Object.fromEntries(itemFlags.map((each) => [each.field, read(each)])) as { [Name in ItemFlag]: Value }
}

/** The flags as table fields. */
export const flagFields = eachFlag((): Field<boolean, true> => initially(false, flag))

/** Returns an item's flags as the command line prints them. */
export function toFlagRecord(item: ItemFlags): FlagRecord {
  return Object.fromEntries(itemFlags.map(({ record, field }) => [record, item[field]])) as FlagRecord
}
