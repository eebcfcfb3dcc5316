import { readFileSync, writeFileSync } from 'node:fs'

/** Where the build puts the help of each command, beside the bundle. */
export const helpFolder = 'help'

/** The name of the file with a command's help: of `task list` it is `studio-cli.task.list.txt`. */
export function toHelpFile(path: readonly string[]): string {
  return `${['studio-cli', ...path].join('.')}.txt`
}

/** Prints the help that was asked for, as the build wrote it down. False where it did not: from source, or for anything else. */
export function printHelp(argv: readonly string[]): boolean {
  const last = argv.at(-1)
  const path = argv.slice(0, -1)
  if ((last !== '--help' && last !== '-h') || !path.every((word) => /^[a-z][a-z-]*$/.test(word))) return false
  try {
    const text = readFileSync(`${import.meta.dirname}/${helpFolder}/${toHelpFile(path)}`)
    writeFileSync(1, text)
    return true
  } catch (error) {
    // Node gives its file errors a code; a reader that stopped reading has had enough.
    return (error as NodeJS.ErrnoException).code === 'EPIPE'
  }
}
