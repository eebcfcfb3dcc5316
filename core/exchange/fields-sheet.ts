import { kindTitles, ownerTitles } from '#core/fields/kind-titles.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { fieldsSheetTitles, type FieldsSheetTitle } from './described-field.ts'
import type { Catalogue, SpaceContent } from './space-content.ts'

/**
 * Lists the rows of the sheet that describes a space's own fields, titles first: those of items, and those of tasks
 * that some task has a value for. Empty if there are none.
 */
export function listFieldRows(
  { tasks }: Pick<SpaceContent, 'tasks'>,
  { fields = [], taskFields = [] }: Catalogue,
): readonly (readonly string[])[] {
  const used = taskFields.filter(({ key }) => tasks.some((task) => task.fields?.[key] !== undefined))
  const described = [...fields, ...used]
  return described.length === 0 ? [] : [fieldsSheetTitles, ...described.map(toRow)]
}

function toRow(field: FieldDefinition): readonly string[] {
  const { key, name, kind, of, unit, decimals, options, formula, description, writeFloor, readFloor } = field
  // One option a line: their names may have commas.
  const names = options.map((option) => option.name.replace(/\s+/g, ' '))
  const cells: Readonly<Record<FieldsSheetTitle, string>> = {
    name,
    key,
    kind: kindTitles[kind],
    for: ownerTitles[of].many,
    unit,
    decimals: decimals?.toString() ?? '',
    options: names.join('\n'),
    colours: options.map(({ color }) => color).join('\n'),
    formula,
    description,
    'written by': writeFloor,
    'read by': readFloor,
  }
  return fieldsSheetTitles.map((title) => cells[title])
}
