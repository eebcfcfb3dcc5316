import type { Gateway } from '#core/gateway/ports.ts'
import type { StudioId } from '#core/lib/ids.ts'

/** Rows that somebody takes out of a studio: what they are of, and how many where that is known. */
export type Export = { readonly studioId: StudioId; readonly what: string; readonly count?: number }

/** Notes in the audit log that somebody takes rows out of a studio. Fails with an `AppError`. */
export async function noteExport(
  { studioId, what, count }: Export,
  { gateway }: { readonly gateway: Pick<Gateway, 'call'> },
): Promise<void> {
  const p_what = what.slice(0, 200)
  await gateway.call('record_export', { p_studio_id: studioId, p_what, ...(count !== undefined && { p_count: count }) })
}
