import type { ImportChanges, NewImportField } from './import-changes.ts'
import type { NewField } from './propose-fields.ts'
import type { Catalogue } from './space-content.ts'

type Input = { readonly catalogue: Catalogue; readonly newFields?: readonly NewField[] }

/** Adds the new fields of tasks to those that the tasks of the space have. */
export function withTaskFields<Given extends Input>(input: Given): Given {
  const { catalogue, newFields = [] } = input
  const ofTasks = newFields.filter(({ of }) => of === 'task')
  const taskFields = [...(catalogue.taskFields ?? []), ...ofTasks]
  return ofTasks.length === 0 ? input : { ...input, catalogue: { ...catalogue, taskFields } }
}

type Changed = Pick<ImportChanges, 'items' | 'itemChanges' | 'tasks' | 'taskChanges'>

/** Lists the new fields to create: those with a value in some row, and those that the file describes. */
export function listMadeFields(
  newFields: readonly NewField[],
  { items, itemChanges, tasks, taskChanges }: Changed,
): readonly NewImportField[] {
  const changed = itemChanges.map(({ fields }) => Object(fields['fields']) as object)
  const used = new Set([...[...items, ...tasks].map(({ fields = {} }) => fields), ...changed].flatMap(Object.keys))
  for (const { field } of taskChanges) if (field.startsWith('fields.')) used.add(field.slice('fields.'.length))
  return newFields.filter(({ key, isDescribed }) => isDescribed === true || used.has(key)).map(toImportField)
}

function toImportField(field: NewField): NewImportField {
  const { id, key, name, kind, unit, options, position } = field
  const { of, description, decimals, formula, writeFloor, readFloor } = field
  const described = { of, description, decimals, formula, writeFloor, readFloor }
  const ofTasks = of === 'task' && { of }
  return { id, key, name, kind, unit, options, position, ...ofTasks, ...(field.isDescribed === true && described) }
}
