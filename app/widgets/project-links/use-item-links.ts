import { useEffect, useState } from 'react'
import type { ItemLinks } from '#core/casting/item-links.ts'
import { openProjectLinks, type LinksPlace } from './open-project-links.ts'

/** Brings what formulas and conditions about the items of a space ask of other items, once one of them asks. */
export function useItemLinks(place: LinksPlace | undefined, links: ItemLinks): void {
  const isAsked = useAsked(links)

  // What it opens has to be closed again: outside React.
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

/** Whether anything was ever asked of links. */
export function useAsked(links: ItemLinks): boolean {
  const [askedOf, setAskedOf] = useState<ItemLinks>()

  // It may have been asked for by what was drawn just now.
  useEffect(() => {
    const look = (): void => {
      if (links.isWanting()) setAskedOf(links)
    }
    look()
    return links.subscribe(look)
  }, [links])

  return askedOf === links
}
