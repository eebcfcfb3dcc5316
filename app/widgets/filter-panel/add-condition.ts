import {
  listSubjects,
  type AskableFields,
  type Filter,
  type FilterScreen,
  type FilterSubject,
} from '#core/timeline/filter-kinds.ts'
import { noValue, type FilterTest } from '#core/timeline/filter-tests.ts'
import { kindTitles } from '#core/fields/kind-titles.ts'
import type { ArgumentPage } from '#app/commands/define-command.ts'
import { focusCondition } from './filter-focus-store.ts'

/** Returns the pages of a command that ask for a field and a test to filter by. */
export function conditionPages(screen: FilterScreen, getFields: () => AskableFields): readonly ArgumentPage[] {
  return [
    {
      id: 'field',
      placeholder: 'Filter by',
      options: () =>
        listSubjects(screen, getFields()).map(({ field, label, definition }) => ({
          value: field,
          label,
          detail: definition && `${kindTitles[definition.kind]}${definition.of === 'task' ? ' of tasks' : ''}`,
        })),
    },
    {
      id: 'test',
      placeholder: 'Condition to match',
      options: (_context, [field = '']) =>
        (findSubject(screen, getFields(), field)?.tests ?? []).map(({ test, label }) => ({ value: test, label })),
    },
  ]
}

export function findSubject(screen: FilterScreen, fields: AskableFields, field: string): FilterSubject | undefined {
  return listSubjects(screen, fields).find((subject) => subject.field === field)
}

/** Returns the empty values of a test, before anything is typed. */
export function blankValues({ takes }: FilterTest): readonly string[] {
  if (takes === 'nothing') return noValue
  return takes === 'numbers' || takes === 'days' ? ['', ''] : ['']
}

/** Adds a condition, whose value is then typed in the panel; unchanged if the subject or test is unknown. */
export function addCondition(filter: Filter, subject: FilterSubject | undefined, test: string | undefined): Filter {
  const known = subject?.tests.find((each) => each.test === test)
  if (subject === undefined || known === undefined) return filter
  focusCondition(filter.length)
  return [...filter, { field: subject.field, test: known.test, values: blankValues(known) }]
}
