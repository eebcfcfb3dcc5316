import type { StudioId } from '#core/lib/ids.ts'

type Candidates<Studio extends { readonly id: StudioId; readonly slug: string }> = {
  readonly studios: readonly Studio[]
  /** The studio of an invite that was just accepted. */
  readonly invitedId: StudioId | undefined
  /** The studio an address names. */
  readonly slug: string | undefined
  /** The studio the server remembers. */
  readonly activeId: StudioId | undefined
}

/**
 * The studio a person works in after signing in (document 1, section 4): that of the accepted invite, the one in the
 * address, the server's active one, the first. Absent where they have none.
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
