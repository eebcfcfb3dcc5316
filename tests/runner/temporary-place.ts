import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const GIGABYTE = 1024 ** 3
/** What a whole run keeps at once is some 2 GB; the rest is for the browsers and hosts beside it. */
const LEAST_MEMORY = 10 * GIGABYTE
const LEAST_SPACE = 6 * GIGABYTE

/**
 * Where the run keeps what is gone afterwards: in memory where the machine has enough of it, as a copied database is a thousand
 * files, which take a disk five times as long.
 */
export function findTemporaryPlace({
  memory = process.availableMemory(),
  place = IN_MEMORY,
  leastSpace = LEAST_SPACE,
} = {}): string {
  return memory >= LEAST_MEMORY && hasSpace(place, leastSpace) ? place : tmpdir()
}

function hasSpace(place: string, leastSpace: number): boolean {
  try {
    accessSync(place, constants.W_OK)
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize > leastSpace
  } catch {
    return false
  }
}
