/**
 * Lists all entries: in the studio's order while the choice follows it, so that ticking a row does not move it;
 * otherwise the chosen ones first, in their own order.
 */
export function listChoices<Entry extends { readonly id: string }>(
  all: readonly Entry[],
  chosen: readonly string[],
): readonly Entry[] {
  if (
    isInOrder(
      all.map(({ id }) => id),
      chosen,
    )
  )
    return all
  const known = chosen.flatMap((id) => all.find((entry) => entry.id === id) ?? [])
  return [...known, ...all.filter(({ id }) => !chosen.includes(id))]
}

/**
 * Adds an entry to the choice or removes it. A new one goes to its place in the studio's order, or last if the choice
 * has its own.
 */
export function toggleChoice(all: readonly string[], chosen: readonly string[], id: string): readonly string[] {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id)
  return isInOrder(all, chosen) ? all.filter((other) => other === id || chosen.includes(other)) : [...chosen, id]
}

const isInOrder = (all: readonly string[], chosen: readonly string[]): boolean =>
  chosen.join() === all.filter((id) => chosen.includes(id)).join()
