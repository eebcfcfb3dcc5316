import type { TestInfo } from '@playwright/test'

/** How often a journey has been tried on this host before: what it changes is still changed. */
export function turnOf({ repeatEachIndex, retry }: TestInfo): number {
  return repeatEachIndex + retry
}
