/**
 * What can be chosen, in the order it is listed: as the studio has it while the choice keeps that order, so that a row
 * stays where it is when it is ticked; else the chosen ones first, in their own order.
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

/** The choice with one more or one less; a new one comes where the studio has it, or last where the order is another. */
export function toggleChoice(all: readonly string[], chosen: readonly string[], id: string): readonly string[] {
  if (chosen.includes(id)) return chosen.filter((other) => other !== id)
  return isInOrder(all, chosen) ? all.filter((other) => other === id || chosen.includes(other)) : [...chosen, id]
}

const isInOrder = (all: readonly string[], chosen: readonly string[]): boolean =>
  chosen.join() === all.filter((id) => chosen.includes(id)).join()
