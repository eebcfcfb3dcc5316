import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { makeFormulas } from './formulas.ts'
import { withoutItems } from './item-scope.ts'

/** Checks the formulas among fields that a studio would get: the names each uses, or why it cannot be calculated. */
export function checkFormulas(
  studio: StudioReplica,
  added: readonly FieldDefinition[],
): ReadonlyMap<string, { readonly uses: ReadonlySet<string> } | { readonly problem: string }> {
  const ofItems = added.filter(({ of }) => of === 'item')
  const formulas = makeFormulas(withoutItems(studio), [...studio.getFields(), ...ofItems])
  return new Map(
    ofItems.flatMap(({ key }) => {
      const made = formulas.get(key)
      if (made === undefined) return []
      return [[key, made.ok ? { uses: made.value.uses } : { problem: made.error.reason }] as const]
    }),
  )
}
