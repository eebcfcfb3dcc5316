import type { Gateway } from '#core/gateway/ports.ts'
import type { StudioId } from '#core/lib/ids.ts'

type Context = { readonly gateway: Pick<Gateway, 'call'> }

/** Whether the person has a calendar feed of their plan. Fails with an `AppError`, like the others here. */
export async function hasCalendarFeed(studioId: StudioId, { gateway }: Context): Promise<boolean> {
  return (await gateway.call('has_calendar_feed', { p_studio_id: studioId })) === true
}

/** Creates a feed address, which replaces the former one, and returns its token. */
export async function createCalendarFeed(studioId: StudioId, { gateway }: Context): Promise<string> {
  return String(await gateway.call('create_calendar_feed', { p_studio_id: studioId }))
}

/** Revokes the feed address. */
export async function revokeCalendarFeed(studioId: StudioId, { gateway }: Context): Promise<void> {
  await gateway.call('revoke_calendar_feed', { p_studio_id: studioId })
}
