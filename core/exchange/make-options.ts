import type { Gateway } from '#core/gateway/ports.ts'
import type { OperationId } from '#core/lib/ids.ts'
import { callOnce } from './call-once.ts'
import type { ImportChanges, NewImportOption } from './import-changes.ts'
import { idOfStep, optionsStep } from './import-steps.ts'

/** An added option: new, or one that somebody else had added before. */
type AddedOption = {
  readonly field_id: string
  readonly given_id: string
  readonly id: string
  readonly is_new: boolean
}

/** The outcome for an import's options, by the key of their list and their planned id. */
export type MadeOptions = ReadonlyMap<string, AddedOption>

const toKey = (key: string, id: string): string => `${key}\n${id}`

/** Adds an import's options, idempotently; reuses those of the same name added by others since. */
export async function makeOptions(
  gateway: Pick<Gateway, 'call'>,
  { options, operationId }: { readonly options: readonly NewImportOption[]; readonly operationId: OperationId },
): Promise<MadeOptions> {
  const answer = await callOnce<{ readonly options: readonly AddedOption[] }>(gateway, 'add_field_options', {
    p_options: options.map(({ fieldId, id, name, color }) => ({ field_id: fieldId, id, name, color })),
    p_operation_id: idOfStep(operationId, optionsStep),
  })
  const keys = new Map<string, string>(options.map(({ fieldId, key }) => [fieldId, key]))
  return new Map(answer.options.map((each) => [toKey(keys.get(each.field_id) ?? '', each.given_id), each]))
}

/** Replaces planned option ids with the final ones, and keeps only new options for undo. */
export function withOptions<Changes extends ImportChanges>(changes: Changes, made: MadeOptions | undefined): Changes {
  if (made === undefined) return changes
  const { options = [] } = changes
  const added = options.flatMap((option) => {
    const found = made.get(toKey(option.key, option.id))
    return found?.is_new === true ? [{ ...option, id: found.id }] : []
  })
  const named = { ...changes, ...(options.length > 0 && { options: added }) }
  if (Array.from(made.values()).every(({ given_id: planned, id }) => planned === id)) return named
  const toId = (key: string, value: unknown): unknown => {
    if (Array.isArray(value)) return [...new Set(value.map((each: unknown) => toId(key, each)))]
    return typeof value === 'string' ? (made.get(toKey(key, value))?.id ?? value) : value
  }
  const rename = <Values extends object>(values: Values): Values => {
    if (!('fields' in values) || typeof values.fields !== 'object' || values.fields === null) return values
    const fields = Object.entries(values.fields).map(([key, value]): [string, unknown] => [key, toId(key, value)])
    return { ...values, fields: Object.fromEntries(fields) }
  }
  return {
    ...named,
    items: changes.items.map(rename),
    tasks: changes.tasks.map(rename),
    itemChanges: changes.itemChanges.map((change) => ({ ...change, fields: rename(change.fields) })),
    taskChanges: changes.taskChanges.map((change) => ({
      ...change,
      to: change.field.startsWith('fields.') ? toId(change.field.slice('fields.'.length), change.to) : change.to,
    })),
  }
}
