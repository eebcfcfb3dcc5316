import type { Gateway } from '#core/gateway/ports.ts'
import type { StudioId } from '#core/lib/ids.ts'

/** An export of rows from a studio: what they are, and how many if known. */
export type Export = { readonly studioId: StudioId; readonly what: string; readonly count?: number }

/** Records an export in the audit log. Fails with an `AppError`. */
export async function recordExport(
  { studioId, what, count }: Export,
  { gateway }: { readonly gateway: Pick<Gateway, 'call'> },
): Promise<void> {
  const p_what = what.slice(0, 200)
  await gateway.call('record_export', { p_studio_id: studioId, p_what, ...(count !== undefined && { p_count: count }) })
}
