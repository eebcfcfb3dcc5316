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

/** Creates the fields of an import, idempotently; returns their keys, as a recently deleted field keeps its own. */
export async function makeFields(
  gateway: Pick<Gateway, 'call' | 'pull'>,
  { studioId, fields, operationId }: Given,
): Promise<FieldKeys> {
  const { rev } = await callOnce<{ readonly rev: number | null }>(gateway, 'insert_rows', {
    p_table: 'field_definitions',
    p_rows: fields.map((field) => ({ ...field, studio_id: studioId })),
    p_operation_id: idOfStep(operationId, fieldsStep),
  })
  const { tables } = await gateway.pull({ scope: `studio:${studioId}`, since: Math.max(0, (rev ?? 0) - 1) })
  const made = new Map(tables.field_definitions?.map(({ id, key }) => [id, key]))
  return new Map(fields.map(({ id, key }) => [key, made.get(id) ?? key]))
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
    itemChanges: changes.itemChanges.map((change) => ({
      ...change,
      expected: rename(change.expected),
      fields: rename(change.fields),
    })),
  }
}
