import type { ArgumentOption, ArgumentPage } from '#app/commands/define-command.ts'

/** What a list is sorted by; absent for its own order. */
type Sort = { readonly columnId: string; readonly isDown: boolean }

const down = ':down'

/** Asks what a list of a project is sorted by, each column up or down. */
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

/** The sort that an answer to the page means. */
export function readSort(value: string, list: () => readonly ArgumentOption[]): Sort | undefined {
  const columnId = value.endsWith(down) ? value.slice(0, -down.length) : value
  const isKnown = list().some((option) => option.value === columnId)
  return isKnown ? { columnId, isDown: value.endsWith(down) } : undefined
}
