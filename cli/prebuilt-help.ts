import { readFileSync, writeFileSync } from 'node:fs'

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
  if (file === undefined) return false
  try {
    const text = readFileSync(`${import.meta.dirname}/${helpFolder}/${file}`)
    writeFileSync(1, text)
    return true
  } catch (error) {
    // Node gives its file errors a code; a reader that stopped reading has had enough.
    return (error as NodeJS.ErrnoException).code === 'EPIPE'
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
