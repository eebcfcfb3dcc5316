/** Rounds to the nearest whole number, halves up: 0.5 → 1, -0.5 → 0. */
export function roundHalfUp(value: number): number {
  return Math.floor(value + 0.5)
}

/** Limits a value to the given bounds. */
export function clamp(value: number, bounds: { readonly min: number; readonly max: number }): number {
  return Math.min(bounds.max, Math.max(bounds.min, value))
}

/** Hashes a text's UTF-16 units to 32 bits (FNV-1a), 0 to 2^32 - 1; being stable, it gives stable colours. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
