import type { UploadEntry } from '#core/sync/uploads/ports.ts'
import { formatBytes } from '#core/lib/format-bytes.ts'

/** Returns the state of an upload in a few words. */
export function uploadWords(entry: UploadEntry, isOnline: boolean): string {
  const { state, isPaused, sizeBytes, sentBytes, bytesPerSecond, proxyPercent, proxyProblem, isArrived, error } = entry
  if (state === 'done' && proxyProblem !== undefined)
    return `${formatBytes(sizeBytes)} · Sent without a preview: ${proxyProblem}`
  if (state === 'done') return `${formatBytes(sizeBytes)} · Sent`
  if (state === 'cancelled') return isArrived === true ? 'Sent without a preview' : 'Cancelled'
  if (state === 'failed') return error?.message ?? 'Failed'
  const amount = sentBytes > 0 ? `${formatBytes(sentBytes)} of ${formatBytes(sizeBytes)}` : formatBytes(sizeBytes)
  if (isPaused) return `${amount} · Paused`
  if (!isOnline) return `${amount} · Waiting for the network`
  if (error !== undefined && state === 'queued') return `${error.message} Retrying automatically.`
  if (state === 'preparing') return `${amount} · Reading the file`
  if (state !== 'sending') return `${amount} · Waiting`
  if (proxyPercent !== undefined && sentBytes >= sizeBytes) return `${amount} · Making a preview, ${proxyPercent} %`
  return bytesPerSecond > 0
    ? `${amount} · ${formatBytes(bytesPerSecond)}/s · ${toTimeLeft((sizeBytes - sentBytes) / bytesPerSecond)}`
    : `${amount} · Uploading`
}

/** Returns the share of all bytes sent, 0 to 1, and the speed. */
export function uploadTotals(entries: readonly UploadEntry[]) {
  const meant = entries.filter(({ state }) => state !== 'cancelled')
  const sum = (amount: (entry: UploadEntry) => number): number => meant.reduce((all, entry) => all + amount(entry), 0)
  const sizeBytes = sum((entry) => entry.sizeBytes)
  return {
    count: meant.length,
    doneCount: meant.filter(({ state }) => state === 'done').length,
    sizeBytes,
    sentBytes: sum((entry) => entry.sentBytes),
    bytesPerSecond: sum((entry) => entry.bytesPerSecond),
  }
}

function toTimeLeft(seconds: number): string {
  if (seconds < 60) return `${Math.max(1, Math.round(seconds))} s left`
  if (seconds < 3600) return `${Math.round(seconds / 60)} min left`
  return `${(seconds / 3600).toFixed(1)} h left`
}
