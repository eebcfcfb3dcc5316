import type { FieldKind, FieldOwner } from '#core/schema/field-definitions.ts'

/** The display names of field kinds. */
export const kindTitles: Readonly<Record<FieldKind, string>> = {
  text: 'Text',
  long_text: 'Long text',
  number: 'Number',
  checkbox: 'Checkbox',
  date: 'Date',
  choice: 'One of a list',
  choices: 'Several of a list',
  url: 'Web address',
  person: 'Person',
  formula: 'Formula',
}

/** Tells whether values of a kind are chosen from options. */
export function hasOptions(kind: FieldKind): boolean {
  return kind === 'choice' || kind === 'choices'
}

/** The display names of what fields are on. */
export const ownerTitles: { readonly [Owner in FieldOwner]: { readonly one: string; readonly many: string } } = {
  item: { one: 'Item', many: 'Items' },
  task: { one: 'Task', many: 'Tasks' },
  project: { one: 'Project', many: 'Projects' },
}
