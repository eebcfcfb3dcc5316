import type { ItemLink, LinkKind } from '#core/schema/item-links.ts'

/** What kinds of links are called. */
export const linkKindNames: Readonly<Record<LinkKind, string>> = {
  cast: 'Cast',
  instance: 'Instance',
  reference: 'Reference',
}

/** What a link says besides its item: `×3, “left”, reference`. One of a thing that is cast and has no label says nothing. */
export function describeLink({ count, label, kind }: Pick<ItemLink, 'count' | 'label' | 'kind'>): string {
  return [
    ...(count > 1 ? [`×${count}`] : []),
    ...(label === '' ? [] : [`“${label}”`]),
    ...(kind === 'cast' ? [] : [linkKindNames[kind].toLowerCase()]),
  ].join(', ')
}
