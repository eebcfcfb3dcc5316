import type { UserId } from '#core/lib/ids.ts'

/** A person's profile, as the studio sees it. */
export type UserProfile = {
  readonly userId: UserId
  readonly displayName: string
  readonly email: string
  readonly avatarUrl: string | undefined
  readonly discordHandle: string | undefined
  readonly timeZone: string | undefined
}

export const digestChoices = ['off', 'daily', 'weekly'] as const
/** How often a person gets a digest of unseen notifications by mail. */
export type DigestChoice = (typeof digestChoices)[number]

/** A person's notification settings; nothing is sent while `isEnabled` is false. */
export type NotificationChoices = {
  readonly isEnabled: boolean
  readonly mentions: boolean
  readonly subscriptions: boolean
  readonly assignments: boolean
  /** Absent if unknown; saving then leaves it unchanged. */
  readonly digest?: DigestChoice | undefined
}

/** A person's profile, as only they see it. */
export type OwnProfile = UserProfile & { readonly notifications: NotificationChoices }
