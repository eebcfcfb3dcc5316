type ItemTitleProps = { readonly title: string; readonly isOmitted: boolean }

/** An item's name, struck through while it is omitted. */
export function ItemTitle({ title, isOmitted }: ItemTitleProps) {
  return isOmitted ? <s aria-label={`${title}, omitted`}>{title}</s> : title
}
