import type { Gateway } from '#core/gateway/ports.ts'
import type { OperationId, StudioId } from '#core/lib/ids.ts'
import { callOnce } from './call-once.ts'
import type { ImportChanges, NewImportField } from './import-changes.ts'
import { fieldsStep, idOfStep } from './import-steps.ts'

/** The final keys of new fields, by their planned keys. */
export type FieldKeys = ReadonlyMap<string, string>

type Given = {
  readonly studioId: StudioId
  readonly fields: readonly NewImportField[]
  readonly operationId: OperationId
}

/**
 * Creates the fields of an import, idempotently; returns their keys, as a recently deleted field keeps its own. Formulas
 * come after the fields they may name, and name them by their final keys.
 */
export async function makeFields(
  gateway: Pick<Gateway, 'call' | 'pull'>,
  { studioId, fields, operationId }: Given,
): Promise<FieldKeys> {
  const insert = async (rows: readonly NewImportField[], step: number): Promise<FieldKeys> => {
    if (rows.length === 0) return new Map()
    const { rev } = await callOnce<{ readonly rev: number | null }>(gateway, 'insert_rows', {
      p_table: 'field_definitions',
      p_rows: rows.map((field) => toRow(field, studioId)),
      p_operation_id: idOfStep(operationId, step),
    })
    const { tables } = await gateway.pull({ scope: `studio:${studioId}`, since: Math.max(0, (rev ?? 0) - 1) })
    const made = new Map(tables.field_definitions?.map(({ id, key }) => [id, key]))
    return new Map(rows.map(({ id, key }) => [key, made.get(id) ?? key]))
  }
  const isFormula = ({ kind }: NewImportField): boolean => kind === 'formula'
  const keys = await insert(
    fields.filter((field) => !isFormula(field)),
    fieldsStep,
  )
  const formulas = fields.filter(isFormula)
  const renamed = formulas.map((field) => ({ ...field, formula: renameKeys(field.formula ?? '', keys) }))
  return new Map([...keys, ...(await insert(renamed, fieldsStep + 1))])
}

function toRow({ writeFloor, readFloor, decimals, ...field }: NewImportField, studioId: StudioId): object {
  return {
    ...field,
    studio_id: studioId,
    ...(decimals !== undefined && { decimals }),
    ...(writeFloor !== undefined && { write_floor: writeFloor }),
    ...(readFloor !== undefined && { read_floor: readFloor }),
  }
}

/** Replaces keys in a formula by the final ones; texts, functions and what follows a point stay. */
export function renameKeys(formula: string, keys: FieldKeys): string {
  const parts = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\.\s*[A-Za-z_]\w*|[A-Za-z_]\w*(?!\w*\s*\()/g
  return formula.replace(parts, (part) => keys.get(part) ?? part)
}

/** Replaces planned field keys with the final ones. */
export function withKeys<Changes extends ImportChanges>(changes: Changes, keys: FieldKeys | undefined): Changes {
  if (keys === undefined || [...keys].every(([planned, key]) => planned === key)) return changes
  const rename = <Values extends object>(values: Values): Values => {
    if (!('fields' in values) || typeof values.fields !== 'object' || values.fields === null) return values
    const fields = Object.entries(values.fields).map(([key, value]): [string, unknown] => [keys.get(key) ?? key, value])
    return { ...values, fields: Object.fromEntries(fields) }
  }
  return {
    ...changes,
    items: changes.items.map(rename),
    tasks: changes.tasks.map(rename),
    itemChanges: changes.itemChanges.map((change) => ({
      ...change,
      expected: rename(change.expected),
      fields: rename(change.fields),
    })),
    taskChanges: changes.taskChanges.map((change) => {
      const key = change.field.startsWith('fields.') ? keys.get(change.field.slice('fields.'.length)) : undefined
      return key === undefined ? change : { ...change, field: `fields.${key}` as const }
    }),
  }
}
