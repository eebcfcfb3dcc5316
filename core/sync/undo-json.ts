import * as v from 'valibot'
import type { Undo } from '#core/change/context.ts'
import { id, text } from '#core/change/shapes.ts'
import { unreadableChange } from '#core/change/unreadable-change.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { mutationShape } from './mutators.ts'

const undoShape = v.object({
  label: text,
  steps: v.array(v.object({ studioId: id<StudioId>(), scopes: v.array(text), mutation: mutationShape })),
})

/** An undo as text, for where only text is kept; what is absent is written as null. */
export function toUndoText({ label, steps }: Undo): string {
  return JSON.stringify({ label, steps }, (_key, value: unknown) => (value === undefined ? null : value))
}

/** An undo from its text; `change-unreadable`, with its label, where it is none or a change of it is not one of ours. */
export function readUndo(kept: string): Result<Undo> {
  const undo = parse(kept)
  // Scopes are named by whoever opens them: one that is none opens nothing.
  if (v.is(undoShape, undo)) return ok(undo as Undo)
  const label = v.is(v.object({ label: text }), undo) ? `Undo: ${undo.label}` : 'Undo'
  return err(unreadableChange(label))
}

function parse(kept: string): unknown {
  try {
    return revive(JSON.parse(kept))
  } catch {
    return undefined
  }
}

/** JSON's null is absence here, and a field that is absent stays named. */
function revive(value: unknown): unknown {
  if (value === null) return undefined
  if (Array.isArray(value)) return value.map(revive)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(inner)]))
}
