import { parseJson } from '#core/lib/json.ts'
import { parseFieldText, toFieldText } from '#core/fields/field-text.ts'
import { hasOptions } from '#core/fields/kind-titles.ts'
import type { SpaceId } from '#core/lib/ids.ts'
import type { FieldDefinition, FieldKind } from '#core/schema/field-definitions.ts'
import { isSameValue, type FieldValue } from '#core/schema/field-values.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { SpaceModel } from '../model/space-model.ts'
import type { FieldTexts } from './kept-rows.ts'
import { listNewFields } from './new-fields.ts'

/** What a text meant when it was typed: the ids of options, or of a person. */
type Meaning = { readonly text: string; readonly kind: FieldKind; readonly value: FieldValue }
/** By the ids of fields. */
export type Meanings = Readonly<Record<string, Meaning>>

/** Records which options or people texts name, so that texts can follow when those are renamed. */
export function noteMeanings(model: SpaceModel, texts: FieldTexts, known: Meanings): Meanings {
  return Object.fromEntries(
    listNamed(model).flatMap((field) => {
      const text = texts[field.id]
      if (text === undefined) return []
      const before = known[field.id]
      if (before?.text === text) return [[field.id, before]]
      const read = parseFieldText(field, text, model.studio.getMembers())
      return read.ok && read.value !== null ? [[field.id, { text, kind: field.kind, value: read.value }]] : []
    }),
  )
}

/** Replaces renamed options and people in texts by their current names; one that is gone stays as typed. */
export function followNames(model: SpaceModel, texts: FieldTexts, meanings: Meanings): FieldTexts {
  const members = model.studio.getMembers()
  const renamed = listNamed(model).flatMap((field): readonly (readonly [string, string])[] => {
    const meant = meanings[field.id]
    if (meant === undefined || meant.text !== texts[field.id] || meant.kind !== field.kind) return []
    const read = parseFieldText(field, meant.text, members)
    if (read.ok && read.value !== null && isSameValue(read.value, meant.value)) return []
    const isThere = [meant.value].flat().every((id) => isKnown(field, String(id), model))
    return isThere ? [[field.id, toFieldText(field, meant.value, members)]] : []
  })
  return renamed.length === 0 ? texts : { ...texts, ...Object.fromEntries(renamed) }
}

/** Explains why a text no longer means what was chosen: its option was removed; otherwise undefined. */
export function findRemoved(field: FieldDefinition, text: string, meanings: Meanings): string | undefined {
  const meant = meanings[field.id]
  if (meant === undefined || meant.text !== text || meant.kind !== field.kind || !hasOptions(field.kind))
    return undefined
  const isThere = [meant.value].flat().every((id) => field.options.some((option) => option.id === id))
  return isThere ? undefined : `${field.name}: “${text}” has been removed. Choose another, or leave it empty.`
}

function listNamed(model: SpaceModel): readonly FieldDefinition[] {
  const all = [...listNewFields(model, 'item'), ...listNewFields(model, 'task')]
  return all.filter(({ kind }) => hasOptions(kind) || kind === 'person')
}

function isKnown({ kind, options }: FieldDefinition, id: string, { studio }: SpaceModel): boolean {
  return kind === 'person'
    ? studio.getMembers().some(({ userId }) => userId === id)
    : options.some((each) => each.id === id)
}

const keyOf = (spaceId: SpaceId): string => `createMeanings_${spaceId}`

/** Keeps meanings beside the texts, over closing the form and a reload. */
export function keepMeanings(spaceId: SpaceId, meanings: Meanings): void {
  writeStored(keyOf(spaceId), Object.keys(meanings).length === 0 ? undefined : JSON.stringify(meanings))
}

export function findKeptMeanings(spaceId: SpaceId): Meanings {
  // Only this file writes it; anything else counts as none.
  return Object(parseJson(readStored(keyOf(spaceId)))) as Meanings
}
