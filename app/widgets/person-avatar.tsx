import { avatarColorOf, initialsOf } from '#core/studios/palette.ts'
import { Avatar, type AvatarProps } from '#app/ui/avatar.tsx'

type PersonAvatarProps = Pick<AvatarProps, 'size' | 'isDecorative'> & {
  readonly userId: string
  readonly name: string
  readonly imageUrl?: string | undefined
}

/** A person's picture, or their initials on a colour derived from their id. */
export function PersonAvatar({ userId, name, imageUrl, ...rest }: PersonAvatarProps) {
  // Pictures are stored in the profile itself; the content security policy would refuse external ones.
  const ownImage = imageUrl?.startsWith('data:image/') === true ? { imageUrl } : {}
  return <Avatar {...rest} {...ownImage} name={name} initials={initialsOf(name)} color={avatarColorOf(userId)} />
}
