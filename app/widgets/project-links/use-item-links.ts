import { useEffect, useState } from 'react'
import type { ItemLinks } from '#core/casting/item-links.ts'
import { openProjectLinks, type LinksPlace } from './open-project-links.ts'

/** Loads what formulas and conditions about a space's items read of other items, once one of them needs it. */
export function useItemLinks(place: LinksPlace | undefined, links: ItemLinks): void {
  const isAsked = useWasAsked(links)

  // In an effect, because what it opens has to be closed again.
  useEffect(() => {
    if (place === undefined || !isAsked) return undefined
    return openProjectLinks(place, {
      isWanting: links.isWanting,
      isOfAll: true,
      show: links.setContent,
      fail: links.setFailed,
      listen: (look) => links.subscribe(() => links.isWanting() && look()),
    })
  }, [place, links, isAsked])
}

/** Tells whether links were ever read. */
export function useWasAsked(links: ItemLinks): boolean {
  const [askedOf, setAskedOf] = useState<ItemLinks>()

  // The render that just ended may have read them.
  useEffect(() => {
    const look = (): void => {
      if (links.isWanting()) setAskedOf(links)
    }
    look()
    return links.subscribe(look)
  }, [links])

  return askedOf === links
}
