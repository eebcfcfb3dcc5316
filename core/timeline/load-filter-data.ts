import type { Gateway } from '#core/gateway/ports.ts'
import type { StudioId } from '#core/lib/ids.ts'
import type { TimelineFilterData } from './filter-data.ts'

/** Loads the choices of the timeline's filter panel. Fails with an `AppError`. */
export async function loadTimelineFilterData(
  studioId: StudioId,
  { gateway }: { readonly gateway: Pick<Gateway, 'loadTimelineFilterData'> },
): Promise<TimelineFilterData> {
  return await gateway.loadTimelineFilterData(studioId)
}
