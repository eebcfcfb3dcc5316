import type { FieldKind, FieldOwner } from '#core/schema/field-definitions.ts'

/** What people call the kinds of fields. */
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

/** Whether values of a kind are chosen among options. */
export function hasOptions(kind: FieldKind): boolean {
  return kind === 'choice' || kind === 'choices'
}

/** What has fields, in words. */
export const ownerTitles: { readonly [Owner in FieldOwner]: { readonly one: string; readonly many: string } } = {
  item: { one: 'Item', many: 'Items' },
  task: { one: 'Task', many: 'Tasks' },
  project: { one: 'Project', many: 'Projects' },
}
