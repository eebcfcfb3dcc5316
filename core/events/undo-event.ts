import type { Gateway } from '#core/gateway/ports.ts'
import type { OperationId, StudioId } from '#core/lib/ids.ts'

/** How much was taken back, and how much somebody had changed since. */
export type UndoneEvent = { readonly changed: number; readonly skipped: number }

/**
 * Takes back the operation an event belongs to and what rules did because of it, where nobody has changed it since. Fails with
 * an `AppError`. The same `operationId` again answers as the first time.
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
