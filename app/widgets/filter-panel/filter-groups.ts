import type { ReactNode } from 'react'
import { checkedValues, listChoices } from '#core/timeline/filter-cascade.ts'
import { listedKindsOf, type Filter, type FilterScreen, type FilterSource } from '#core/timeline/filter-kinds.ts'
import type { FilterGroup } from './filter-panel.tsx'

/** The mark shown before a choice, by field. */
export type FilterMarks = Readonly<Record<string, (id: string) => ReactNode>>

type GroupsInput = {
  readonly screen: FilterScreen
  readonly filter: Filter
  readonly source: FilterSource
  readonly marks: FilterMarks
}

/** Longer lists are searched rather than read through. */
const maxChoices = 400

/** Lists the groups of a screen's filter panel, each with the choices the other groups leave. */
export function listFilterGroups({ screen, filter, source, marks }: GroupsInput): readonly FilterGroup[] {
  return listedKindsOf(screen).map(({ field, plural, allLabel }) => ({
    field,
    label: plural,
    checked: checkedValues(filter, field, source),
    ...(allLabel !== undefined && { allLabel }),
    options: listChoices(filter, field, source)
      .slice(0, maxChoices)
      .map(({ id, name, short }) => ({ value: id, label: name, keywords: short, mark: marks[field]?.(id) })),
  }))
}
