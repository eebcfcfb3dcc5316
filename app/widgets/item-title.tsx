import { describeTitle } from '#core/items/describe-title.ts'
import type { ItemFlags } from '#core/schema/item-flags.ts'

type ItemTitleProps = { readonly title: string; readonly item: ItemFlags }

/** An item's title, rendered according to its flags. */
export function ItemTitle({ title, item }: ItemTitleProps) {
  const { text, isStruck, spoken } = describeTitle(title, item)
  if (isStruck) return <s aria-label={`${title}, ${spoken}`}>{text}</s>
  return (
    <>
      {text}
      {spoken !== undefined && <span className="visually-hidden">{`, ${spoken}`}</span>}
    </>
  )
}
