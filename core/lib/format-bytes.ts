const units = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** Formats a file size as `12.4 MB`, in steps of 1000, as storage is sold. */
export function formatBytes(bytes: number): string {
  const step = bytes < 1000 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3))
  const value = bytes / 1000 ** step
  return `${step === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[step]}`
}
