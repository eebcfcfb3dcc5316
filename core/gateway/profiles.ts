import { digestChoices, type NotificationChoices, type UserProfile } from '#core/people/profile.ts'
import { toId, type UserId } from '#core/lib/ids.ts'
import { badAnswer } from './http.ts'
import type { OwnProfile } from '#core/people/profile.ts'
import type { ProfileGateway } from './ports.ts'
import type { Rest } from './rest.ts'
import { errorOfFailure } from './wire-error.ts'

const columns =
  'id,email,display_name,avatar_url,discord_handle,time_zone,notifications_enabled,notify_mentions,notify_subscriptions,notify_assignments,digest'

/** Makes the gateway to people's own profiles, read and changed under row rules. */
export function makeProfiles(rest: Rest): ProfileGateway {
  return {
    load: async (userId) => {
      try {
        const client = await rest.client()
        const { data } = await client.from('user_profiles').select(columns).eq('id', userId).throwOnError()
        return toProfile(data[0])
      } catch (cause) {
        throw errorOfFailure(cause)
      }
    },
    save: async ({ userId, displayName, avatarUrl, discordHandle, timeZone, notifications }) => {
      const values = {
        display_name: displayName,
        avatar_url: avatarUrl ?? null,
        discord_handle: discordHandle ?? '',
        ...(timeZone !== undefined && { time_zone: timeZone }),
        ...encodeChoices(notifications),
      }
      const request = {
        p_table: 'user_profiles',
        p_changes: [{ key: { id: userId }, values }],
        p_operation_id: crypto.randomUUID(),
      }
      await rest.callAgain('update_rows', request)
    },
  }
}

function encodeChoices({ isEnabled, mentions, subscriptions, assignments, digest }: NotificationChoices) {
  return {
    notifications_enabled: isEnabled,
    notify_mentions: mentions,
    notify_subscriptions: subscriptions,
    notify_assignments: assignments,
    ...(digest !== undefined && { digest }),
  }
}

function toProfile(row: unknown): OwnProfile {
  if (typeof row !== 'object' || row === null) throw badAnswer('a profile')
  const wire: Readonly<Record<string, unknown>> = { ...row }
  const find = (column: string): string | undefined => {
    const value = wire[column]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const profile: UserProfile = {
    userId: toId<UserId>(find('id') ?? ''),
    displayName: find('display_name') ?? '',
    email: find('email') ?? '',
    avatarUrl: find('avatar_url'),
    discordHandle: find('discord_handle'),
    timeZone: find('time_zone'),
  }
  const notifications: NotificationChoices = {
    isEnabled: wire['notifications_enabled'] === true,
    mentions: wire['notify_mentions'] === true,
    subscriptions: wire['notify_subscriptions'] === true,
    assignments: wire['notify_assignments'] === true,
    digest: digestChoices.find((choice) => choice === wire['digest']),
  }
  return { ...profile, notifications }
}
