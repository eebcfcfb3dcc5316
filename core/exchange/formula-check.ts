import type { FieldDefinition } from '#core/schema/field-definitions.ts'

/** A formula's fate among the fields of a studio: the names it uses, or why it cannot be calculated. */
export type CheckedFormula = { readonly uses: ReadonlySet<string> } | { readonly problem: string }

/** Checks the formulas among fields that a studio would get, by key. */
export type FormulaCheck = (fields: readonly FieldDefinition[]) => Promise<ReadonlyMap<string, CheckedFormula>>
