import type { Gateway } from '#core/gateway/ports.ts'
import type { StudioId } from '#core/lib/ids.ts'

type Context = { readonly gateway: Pick<Gateway, 'call'> }

/** Whether the person's plan can be read by a calendar. Fails with an `AppError`, as the others here do. */
export async function hasCalendarFeed(studioId: StudioId, { gateway }: Context): Promise<boolean> {
  return (await gateway.call('has_calendar_feed', { p_studio_id: studioId })) === true
}

/** The token of a new address, which replaces the former one. */
export async function createCalendarFeed(studioId: StudioId, { gateway }: Context): Promise<string> {
  return String(await gateway.call('create_calendar_feed', { p_studio_id: studioId }))
}

/** Ends the address. */
export async function revokeCalendarFeed(studioId: StudioId, { gateway }: Context): Promise<void> {
  await gateway.call('revoke_calendar_feed', { p_studio_id: studioId })
}
