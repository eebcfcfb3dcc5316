/** The limits of a thumbnail (document 2, section 9). */
export const thumbnailLimits = { maxBytes: 350_000, maxSide: 1280, quality: 0.75 } as const

/** An avatar is a small square stored in the profile itself. */
export const avatarLimits = { side: 96, quality: 0.8 } as const

/** Returns a picture's size with its longest side shortened to the limit and its shape kept. */
export function fitThumbnail(size: { readonly width: number; readonly height: number }, maxSide: number) {
  const scale = Math.min(1, maxSide / Math.max(size.width, size.height, 1))
  return { width: Math.max(1, Math.round(size.width * scale)), height: Math.max(1, Math.round(size.height * scale)) }
}
