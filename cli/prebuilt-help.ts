import { fstatSync, readFileSync, writeFileSync } from 'node:fs'

/** How wide help is, but in narrower terminals: the same everywhere, so that the build can write it down. */
export const helpWidth = 90

/** Where the build puts the help of each command, beside the bundle. */
export const helpFolder = 'help'

/** The name of the file with the version. */
export const versionFile = 'version.txt'

/** The name of the file with a command's help: of `task list` it is `studio-cli.task.list.txt`. */
export function toHelpFile(path: readonly string[]): string {
  return `${['studio-cli', ...path].join('.')}.txt`
}

/** The name of the file with the completion script of a shell. */
export function toCompletionFile(shell: string): string {
  return `completion.${shell}.txt`
}

/** Prints the help, the completion script or the version that was asked for, as the build wrote it down. False where it did not: from source, or for anything else. */
export function printPrebuilt(argv: readonly string[]): boolean {
  const file = findFile(argv)
  if (file === undefined || (file.startsWith('studio-cli') && isNarrow())) return false
  try {
    const text = readFileSync(`${import.meta.dirname}/${helpFolder}/${file}`)
    writeFileSync(1, text)
    return true
  } catch (error) {
    // Node gives its file errors a code; a reader that stopped reading has had enough.
    return (error as NodeJS.ErrnoException).code === 'EPIPE'
  }
}

/** Whether help would not fit the terminal. Only of a terminal is its stream made, which takes as long as all else. */
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
