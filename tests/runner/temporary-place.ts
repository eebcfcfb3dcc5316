import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const IN_MEMORY = '/dev/shm'
const GIGABYTE = 1024 ** 3
/** A whole run keeps about 2 GB at once; browsers and hosts need the rest. */
const LEAST_MEMORY = 10 * GIGABYTE
const LEAST_SPACE = 6 * GIGABYTE

/**
 * Returns where the run keeps temporary files: in memory if the machine has enough, because a copied database is a
 * thousand files, which take five times as long on disk.
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
