import { itemFlags, type ItemFlags } from '#core/schema/item-flags.ts'

/** How an item's name is displayed, in elements and on canvases alike. */
export type TitleLook = {
  /** The name with the marks of its flags before it. */
  readonly text: string
  readonly isStruck: boolean
  /** The flags in words, for screen readers. */
  readonly spoken: string | undefined
}

/** Returns an item's name with the effects of its flags. */
export function describeTitle(title: string, item: ItemFlags, flags = itemFlags): TitleLook {
  const raised = flags.filter(({ field }) => item[field])
  return {
    text: [...raised.flatMap(({ look }) => look.mark ?? []), title].join(' '),
    isStruck: raised.some(({ look }) => look.isStruck === true),
    spoken: raised.length === 0 ? undefined : raised.map(({ words }) => words).join(', '),
  }
}
