import type { MemberRow } from '#core/schema/studio-members.ts'
import { avatarColorOf, initialsOf } from '#core/studios/palette.ts'
import type { ArtistRow } from '../model/lay-out-board.ts'
import { isInStudio } from '../model/left-artists.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { memoBySources } from '../model/memo-by-sources.ts'
import { describeWeek, weekLoadOf } from '../model/week-load.ts'

/** An artist's label as painted at the left of their row; screen readers read it from the row itself. */
export type NameLabel = {
  readonly name: string
  /** The role and how full the week is. */
  readonly detail: string
  /** The part that fits on a small screen. */
  readonly shortDetail: string
  /** The estimated share of this week's hours, from 0 to 1; `isOver` where more is estimated. */
  readonly share: number
  readonly isOver: boolean
  readonly initials: string
  readonly color: string
  /** The artist's avatar, once loaded. */
  readonly picture: HTMLImageElement | undefined
}

/**
 * Makes a function that returns the label of a row, the same object until its content changes. Calls back when an
 * avatar has loaded.
 */
export function makeNameLabels(model: TimelineModel, onPicture: () => void): (row: ArtistRow) => NameLabel {
  const findPicture = makePictures(onPicture)
  const { studio, timeline } = model
  const getKnown = memoBySources(
    () => [model.getLoad(), timeline.getDaysOff(), model.getToday(), studio.replica.getVersion('user_roles')],
    () => new WeakMap<MemberRow, NameLabel>(),
  )
  return ({ artist }) => {
    const known = getKnown().get(artist)
    const picture = findPicture(artist.avatarUrl)
    if (known !== undefined && known.picture === picture) return known
    const label = { ...(known ?? describe(model, artist)), picture }
    getKnown().set(artist, label)
    return label
  }
}

/** Returns the role's name to show beside a person, or 'Left' for those who have left. */
export function roleOf({ studio }: TimelineModel, artist: MemberRow): string {
  if (!isInStudio(artist)) return 'Left'
  const name = studio.replica.find('user_roles', artist.roleId)?.name ?? ''
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

function describe(model: TimelineModel, artist: MemberRow): Omit<NameLabel, 'picture'> {
  const load = weekLoadOf(model, artist.userId)
  const { hours, capacity } = load
  const week = describeWeek(load)
  return {
    name: artist.displayName,
    detail: `${roleOf(model, artist)} · ${week}`,
    shortDetail: isInStudio(artist) ? week : roleOf(model, artist),
    share: capacity === 0 ? (hours > 0 ? 1 : 0) : Math.min(1, hours / capacity),
    isOver: hours > capacity,
    initials: initialsOf(artist.displayName),
    color: avatarColorOf(artist.userId),
  }
}

function makePictures(onPicture: () => void): (url: string | undefined) => HTMLImageElement | undefined {
  const pictures = new Map<string, HTMLImageElement>()
  return (url) => {
    // Avatars are stored in the profile as data URLs; the content policy would refuse other addresses.
    if (url?.startsWith('data:image/') !== true) return undefined
    const known = pictures.get(url)
    if (known !== undefined) return known.naturalWidth > 0 ? known : undefined
    const picture = new Image()
    picture.addEventListener('load', onPicture, { once: true })
    picture.src = url
    pictures.set(url, picture)
    return undefined
  }
}
