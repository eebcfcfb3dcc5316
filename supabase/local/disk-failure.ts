import { HostError, toMessage } from './host-error.ts'
import type { Settings } from './settings.ts'

type Place = Pick<Settings, 'dataDirectory' | 'databaseUrl'>

/** Turns an error caused by the disk rather than the host into one sentence; returns other errors unchanged. */
export function describeDiskFailure(error: unknown, { dataDirectory, databaseUrl }: Place): unknown {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, path } = at as NodeJS.ErrnoException
    if (code === '53100' && databaseUrl !== undefined)
      return new HostError('The disk of the database in DATABASE_URL is full.', { cause: error })
    if (['ENOSPC', 'EDQUOT', '53100'].includes(code ?? '') || at.message.includes('No space left on device'))
      return new HostError(`The disk that holds ${dataDirectory} is full.`, { cause: error })
    if (['EACCES', 'EPERM', 'EROFS'].includes(code ?? '') && path?.startsWith(dataDirectory) === true)
      return new HostError(`The data directory ${dataDirectory} cannot be written: ${toMessage(at)}.`, { cause: error })
  }
  return error
}
