import { avatarColorOf, initialsOf } from '#core/studios/palette.ts'
import { Avatar, type AvatarProps } from '#app/ui/avatar.tsx'

type PersonAvatarProps = Pick<AvatarProps, 'size' | 'isDecorative'> & {
  readonly userId: string
  readonly name: string
  readonly imageUrl?: string | undefined
}

/** A person: their picture, else their initials on the colour of their id. */
export function PersonAvatar({ userId, name, imageUrl, ...rest }: PersonAvatarProps) {
  // Pictures are kept in the profile itself; one that lies elsewhere would be refused by the content policy.
  const ownImage = imageUrl?.startsWith('data:image/') === true ? { imageUrl } : {}
  return <Avatar {...rest} {...ownImage} name={name} initials={initialsOf(name)} color={avatarColorOf(userId)} />
}
