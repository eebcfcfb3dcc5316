import type { StudioId } from '#core/lib/ids.ts'

type Candidates<Studio extends { readonly id: StudioId; readonly slug: string }> = {
  readonly studios: readonly Studio[]
  /** The studio of an invite accepted just now. */
  readonly invitedId: StudioId | undefined
  /** The studio that the address names. */
  readonly slug: string | undefined
  /** The studio that the server remembers. */
  readonly activeId: StudioId | undefined
}

/**
 * Chooses the studio after sign-in (document 1, section 4): that of the accepted invite, the one in the address, the
 * server's active one, or the first. Undefined if the person has none.
 */
export function chooseStudio<Studio extends { readonly id: StudioId; readonly slug: string }>(
  candidates: Candidates<Studio>,
): Studio | undefined {
  const { studios, invitedId, slug, activeId } = candidates
  return (
    studios.find((studio) => studio.id === invitedId) ??
    studios.find((studio) => studio.slug === slug) ??
    studios.find((studio) => studio.id === activeId) ??
    studios[0]
  )
}
