/** Makes a test of whether another item of a list has the same name, in any case; reads the list once. */
export function makeIsNameShared(items: Iterable<Named>): (item: Named) => boolean {
  const [seen, shared] = [new Set<string>(), new Set<string>()]
  for (const item of items) {
    const name = toName(item)
    if (seen.has(name)) shared.add(name)
    seen.add(name)
  }
  return (item) => shared.has(toName(item))
}

type Named = { readonly title: string }

const toName = ({ title }: Named): string => title.trim().toLowerCase()
