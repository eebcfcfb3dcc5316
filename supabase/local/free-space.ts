import { statfs } from 'node:fs/promises'

/** Kept for the database: what it writes while nothing is uploaded any more. */
const reserveBytes = 256 * 1024 ** 2

/** Whether a folder's disk takes so many bytes more and keeps the reserve. */
export type HasRoom = (bytes: number) => Promise<boolean>

/** Asks the disk that a folder is on, or `findFreeBytes`. */
export function makeHasRoom(directory: string, findFreeBytes = () => findFree(directory)): HasRoom {
  return async (bytes) => (await findFreeBytes()) - bytes >= reserveBytes
}

/** Room on the disk that a folder is on, in bytes. */
export async function findFree(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}
