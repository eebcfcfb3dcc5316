import { itemFlags, type ItemFlags } from '#core/schema/item-flags.ts'

/** How an item's name stands wherever it is shown, by elements and on canvases alike. */
export type TitleLook = {
  /** The name after the marks of its flags. */
  readonly text: string
  readonly isStruck: boolean
  /** The flags in words, for who does not see them. */
  readonly spoken: string | undefined
}

/** An item's name with what its flags make of it. */
export function describeTitle(title: string, item: ItemFlags, flags = itemFlags): TitleLook {
  const raised = flags.filter(({ field }) => item[field])
  return {
    text: [...raised.flatMap(({ look }) => look.mark ?? []), title].join(' '),
    isStruck: raised.some(({ look }) => look.isStruck === true),
    spoken: raised.length === 0 ? undefined : raised.map(({ words }) => words).join(', '),
  }
}
