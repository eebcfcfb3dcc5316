import { getSystemErrorMap } from 'node:util'

/** What a person can do where the machine refuses. */
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

/** What the machine refused, in a line without codes, and what to do; undefined for anything else that went wrong. */
export function describeSystemError(
  error: unknown,
): { readonly message: string; readonly suggestion: string | undefined } | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined
  // Node's own errors of calls of the system.
  const { errno = 0, code = '', path, syscall } = error as NodeJS.ErrnoException
  const [, reason = code] = getSystemErrorMap().get(errno) ?? []
  // What is not whole yet has a name of its own, which is nobody's business.
  const place = path?.replace(/(\.\d+)?\.part$/, '') ?? `Cannot ${syscall}`
  return { message: `${place}: ${reason}.`, suggestion: suggestions[code] }
}
