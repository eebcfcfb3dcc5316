import type { Gateway } from '#core/gateway/ports.ts'
import type { OperationId, StudioId } from '#core/lib/ids.ts'

/** How many changes were undone, and how many skipped because somebody had changed them since. */
export type UndoneEvent = { readonly changed: number; readonly skipped: number }

/**
 * Undoes the operation an event belongs to, and what rules did because of it, except where somebody has changed it
 * since. Fails with an `AppError`. Repeating an `operationId` returns the first answer.
 */
export async function undoEvent(
  {
    studioId,
    seq,
    operationId,
  }: { readonly studioId: StudioId; readonly seq: number; readonly operationId: OperationId },
  { gateway }: { readonly gateway: Pick<Gateway, 'call'> },
): Promise<UndoneEvent> {
  const answer = await gateway.call('undo_operation', {
    p_studio_id: studioId,
    p_seq: seq,
    p_operation_id: operationId,
  })
  const { changed, skipped }: { changed?: unknown; skipped?: unknown } = Object(answer)
  return { changed: Number(changed ?? 0), skipped: Number(skipped ?? 0) }
}
