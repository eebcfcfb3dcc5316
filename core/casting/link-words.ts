import type { ItemLink, LinkKind } from '#core/schema/item-links.ts'

/** The display names of link kinds. */
export const linkKindNames: Readonly<Record<LinkKind, string>> = {
  cast: 'Cast',
  instance: 'Instance',
  reference: 'Reference',
}

/** Describes a link besides its item: `×3, “left”, reference`. Empty for one unlabelled cast thing. */
export function describeLink({ count, label, kind }: Pick<ItemLink, 'count' | 'label' | 'kind'>): string {
  return [
    ...(count > 1 ? [`×${count}`] : []),
    ...(label === '' ? [] : [`“${label}”`]),
    ...(kind === 'cast' ? [] : [linkKindNames[kind].toLowerCase()]),
  ].join(', ')
}
