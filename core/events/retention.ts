import type { Gateway } from '#core/gateway/ports.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { defineQuery } from '#core/query/define-query.ts'

type Asks = { readonly gateway: Pick<Gateway, 'call'> }

/** The fewest and most days for which a studio can keep its events. */
export const retentionDays = { least: 30, most: 3650 } as const

/** Returns for how many days a studio keeps its events. Fails with an `AppError`. */
export async function loadRetention(studioId: StudioId, { gateway }: Asks): Promise<number> {
  return Number(await gateway.call('get_event_retention', { p_studio_id: studioId }))
}

/** Sets for how many days a studio keeps its events; older ones are deleted. Fails with an `AppError`. */
export async function setRetention(
  { studioId, days }: { readonly studioId: StudioId; readonly days: number },
  { gateway }: Asks,
): Promise<void> {
  await gateway.call('set_event_retention', { p_studio_id: studioId, p_days: days })
}

/** For how many days a studio keeps its events, as one row. */
export const retentionQuery = defineQuery<
  { readonly studioId: StudioId },
  { readonly id: string; readonly days: number }
>({
  name: 'event-retention',
  fields: { id: true, days: true },
  fetch: async (gateway, { studioId }) => {
    return { items: [{ id: 'days', days: await loadRetention(studioId, { gateway }) }], next: undefined }
  },
})
