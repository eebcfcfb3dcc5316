import { fstatSync, readFileSync, writeFileSync } from 'node:fs'

/** The help's width except in narrower terminals; fixed, so that the build can render it. */
export const helpWidth = 90

/** Where the build puts each command's help, beside the bundle. */
export const helpFolder = 'help'

/** The name of the file with the version. */
export const versionFile = 'version.txt'

/** Returns the name of a command's help file: `studio-cli.task.list.txt` for `task list`. */
export function toHelpFile(path: readonly string[]): string {
  return `${['studio-cli', ...path].join('.')}.txt`
}

/** Returns the name of a shell's completion file. */
export function toCompletionFile(shell: string): string {
  return `completion.${shell}.txt`
}

/**
 * Prints the prebuilt help, completion script or version if that was requested. Returns false if there is none: when
 * run from source, or for any other command line.
 */
export function printPrebuilt(argv: readonly string[]): boolean {
  const file = findFile(argv)
  if (file === undefined || (file.startsWith('studio-cli') && isNarrow())) return false
  try {
    const text = readFileSync(`${import.meta.dirname}/${helpFolder}/${file}`)
    writeFileSync(1, text)
    return true
  } catch (error) {
    // Node's file errors have a code; EPIPE means that the reader has had enough.
    return (error as NodeJS.ErrnoException).code === 'EPIPE'
  }
}

/**
 * Returns whether the help is wider than the terminal. The output stream is created only for a terminal, because that
 * takes as long as everything else.
 */
function isNarrow(): boolean {
  try {
    return fstatSync(1).isCharacterDevice() && (process.stdout.columns ?? helpWidth) < helpWidth
  } catch {
    return false
  }
}

function findFile(argv: readonly string[]): string | undefined {
  const last = argv.at(-1)
  const path = argv.slice(0, -1)
  if (path.length === 0 && (last === '--version' || last === '-V')) return versionFile
  if (last === undefined || !path.every((word) => /^[a-z][a-z-]*$/.test(word))) return undefined
  if (last === '--help' || last === '-h') return toHelpFile(path)
  return path.join(' ') === 'completion' && /^[a-z]+$/.test(last) ? toCompletionFile(last) : undefined
}
