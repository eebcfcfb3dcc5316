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

/** Serialises an undo to text, for stores that only keep text; absent values become null. */
export function toUndoText({ label, steps }: Undo): string {
  return JSON.stringify({ label, steps }, (_key, value: unknown) => (value === undefined ? null : value))
}

/**
 * Reads an undo from its text; fails with `change-unreadable`, with its label, if it is malformed or contains an
 * unknown change.
 */
export function readUndo(kept: string): Result<Undo> {
  const undo = parse(kept)
  // Scope names are checked when opened: an invalid one opens nothing.
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

/** Null in JSON means absent; a field that is absent keeps its key. */
function revive(value: unknown): unknown {
  if (value === null) return undefined
  if (Array.isArray(value)) return value.map(revive)
  if (typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, revive(inner)]))
}
