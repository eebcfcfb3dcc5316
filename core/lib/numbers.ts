/** Whole number nearest to a value, halves going up: 0.5 → 1, -0.5 → 0. */
export function roundHalfUp(value: number): number {
  return Math.floor(value + 0.5)
}

/** The value, or the nearer bound where it lies outside of them. */
export function clamp(value: number, bounds: { readonly min: number; readonly max: number }): number {
  return Math.min(bounds.max, Math.max(bounds.min, value))
}

/** A 32-bit FNV-1a hash of a text's UTF-16 units, 0 to 2^32 - 1: the same on every machine, so colours chosen by it are too. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
