/** Finds a row by its name in any case, else the only one whose name begins with the text, else by id. */
export function findNamedRow<Row extends { readonly id: string; readonly name: string; readonly shortCode?: string }>(
  rows: readonly Row[],
  text: string,
): Row | undefined {
  const wanted = text.trim().toLowerCase()
  const exact = rows.find(({ id, name, shortCode }) =>
    [name.toLowerCase(), shortCode?.toLowerCase(), id].includes(wanted),
  )
  if (exact !== undefined || wanted === '') return exact
  const [only, ...others] = rows.filter(({ name }) => name.toLowerCase().startsWith(wanted))
  return others.length === 0 ? only : undefined
}
