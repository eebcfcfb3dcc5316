import type { ArgumentOption, ArgumentPage } from '#app/commands/define-command.ts'

/** The column and direction of a sort; absent for the list's own order. */
type Sort = { readonly columnId: string; readonly isDown: boolean }

const down = ':down'

/** Asks for the column to sort by, ascending or descending. */
export function sortPage(list: () => readonly ArgumentOption[]): ArgumentPage {
  return {
    id: 'sort',
    placeholder: 'Sort by',
    options: () => [
      { value: '', label: 'Place in the project' },
      ...list(),
      ...list().map(({ value, label }) => ({ value: value + down, label: `${label}, descending` })),
    ],
  }
}

/** Parses the sort chosen on the page. */
export function readSort(value: string, list: () => readonly ArgumentOption[]): Sort | undefined {
  const columnId = value.endsWith(down) ? value.slice(0, -down.length) : value
  const isKnown = list().some((option) => option.value === columnId)
  return isKnown ? { columnId, isDown: value.endsWith(down) } : undefined
}
