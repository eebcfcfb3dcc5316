import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { NotificationId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'

/** Marks the person's notifications as viewed, by id or up to a moment. Fails with an `AppError`. */
export async function markNotificationsViewed(
  wanted: { readonly ids: readonly NotificationId[] } | { readonly before: EpochMs },
  { gateway }: { readonly gateway: Pick<Gateway, 'feeds'> },
): Promise<void> {
  await gateway.feeds.markViewed(wanted)
}
