import type { LinkChange } from '#core/casting/mutators.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { chunk } from '#core/lib/collections.ts'
import { AppError } from '#core/lib/errors.ts'
import type { OperationId } from '#core/lib/ids.ts'
import { callOnce } from './call-once.ts'
import { idOfStep, linksStep } from './import-steps.ts'

/** The number of links set per call, see `import-steps.ts`. */
const atOnce = 1500

type Answer = { readonly changed: number; readonly skipped: readonly { readonly from_item_id: string }[] }
type SetLinks = {
  readonly rows: number
  readonly changed: number
  readonly conflicts: readonly { readonly id: string; readonly field: string }[]
}

/**
 * Sets links in steps, each applied once even if repeated; leaves those changed by others and those of deleted items.
 */
export async function* applyLinks(
  gateway: Pick<Gateway, 'call'>,
  { links, operationId }: { readonly links: readonly LinkChange[]; readonly operationId: OperationId },
): AsyncGenerator<SetLinks> {
  for (const [index, part] of chunk(links, atOnce).entries()) {
    const answer = await callOnce<Answer>(gateway, 'set_item_links', {
      p_changes: part.map(({ fromItemId, toItemId, kind, count, label, expected }) => ({
        from_item_id: fromItemId,
        to_item_id: toItemId,
        kind,
        count,
        label,
        ...(expected !== undefined && { expected }),
      })),
      p_operation_id: idOfStep(operationId, linksStep + index),
    }).catch((error: unknown): Answer => {
      if (!(error instanceof AppError) || error.code !== 'not-found') throw error
      return { changed: 0, skipped: part.map(({ fromItemId }) => ({ from_item_id: fromItemId })) }
    })
    const conflicts = answer.skipped.map(({ from_item_id: id }) => ({ id, field: 'cast' }))
    yield { rows: part.length, changed: answer.changed, conflicts }
  }
}
