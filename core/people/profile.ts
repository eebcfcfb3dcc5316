import type { UserId } from '#core/lib/ids.ts'

/** What a studio knows of a person. */
export type UserProfile = {
  readonly userId: UserId
  readonly displayName: string
  readonly email: string
  readonly avatarUrl: string | undefined
  readonly discordHandle: string | undefined
  readonly timeZone: string | undefined
}

export const digestChoices = ['off', 'daily', 'weekly'] as const
/** How often a person is mailed what they have not seen. */
export type DigestChoice = (typeof digestChoices)[number]

/** What a person wants to be told about; nothing while `isEnabled` is false. */
export type NotificationChoices = {
  readonly isEnabled: boolean
  readonly mentions: boolean
  readonly subscriptions: boolean
  readonly assignments: boolean
  /** Absent where it is not known: saving leaves it as it is. */
  readonly digest?: DigestChoice | undefined
}

/** A person's profile as only they see it. */
export type OwnProfile = UserProfile & { readonly notifications: NotificationChoices }
