import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { makeFormulas } from './formulas.ts'
import { withoutItems } from './item-scope.ts'

/** Refuses a formula that cannot be calculated, or through which another one can no longer be, with the reason. */
export function checkFormula(
  studio: StudioReplica,
  field: Pick<FieldDefinition, 'key' | 'name' | 'formula'>,
): Result<undefined> {
  const others = studio.getFields().filter(({ key }) => key !== field.key)
  const made = { ...bareField, ...field }
  const result = makeFormulas(withoutItems(studio), [...others, made]).get(field.key)
  if (result === undefined || result.ok) return ok(undefined)
  return err(new AppError('invalid-input', `${field.name}: ${result.error.reason}`))
}

/** What a formula of a field can name: fields by their keys, and what every item has. */
export function listNames(studio: StudioReplica, key: string): readonly string[] {
  const fields = studio.getFields().filter((field) => field.key !== key)
  const { scope } = makeFormulas(withoutItems(studio), fields)
  const stages = scope.functions?.get('task')?.choices ?? []
  return [...scope.names.keys(), ...stages.map((name) => `task(${JSON.stringify(name)})`)]
}

const bareField = {
  id: '' as FieldDefinition['id'],
  of: 'item',
  description: '',
  kind: 'formula',
  unit: '',
  decimals: undefined,
  options: [],
  defaultValue: undefined,
  placeIds: [],
  writeFloor: '',
  readFloor: '',
  position: 0,
} as const satisfies Partial<FieldDefinition>
