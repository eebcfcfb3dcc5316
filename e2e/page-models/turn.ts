import type { TestInfo } from '@playwright/test'

/** Returns how often this journey has already run on this host, since its changes are still there. */
export function turnOf({ repeatEachIndex, retry }: TestInfo): number {
  return repeatEachIndex + retry
}
