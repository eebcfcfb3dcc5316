import { getSystemErrorMap } from 'node:util'

/** Advice by system error code. */
const suggestions: Readonly<Record<string, string>> = {
  ENOSPC: 'Free some space, or write somewhere else.',
  EDQUOT: 'Free some space, or write somewhere else.',
  EACCES: 'Ask for permission, or choose another place.',
  EPERM: 'Ask for permission, or choose another place.',
  EROFS: 'Choose a writable place.',
  ENOENT: 'Create its folder first, or choose another place.',
  ENOTDIR: 'Choose another place.',
  EISDIR: 'Name a file in it.',
}

/** Describes a system error in a line without codes, with advice; undefined for any other error. */
export function describeSystemError(
  error: unknown,
): { readonly message: string; readonly suggestion: string | undefined } | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined
  // Node's system errors have these fields.
  const { errno = 0, code = '', path, syscall } = error as NodeJS.ErrnoException
  const [, reason = code] = getSystemErrorMap().get(errno) ?? []
  // Hide the temporary name of a file being written.
  const place = path?.replace(/(\.\d+)?\.part$/, '') ?? `Cannot ${syscall}`
  return { message: `${place}: ${reason}.`, suggestion: suggestions[code] }
}
