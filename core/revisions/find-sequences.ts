/** Numbered pictures with the same name and type, which a media worker turns into one film. */
export type Sequence = {
  /** The name with `####` in place of the number. */
  readonly name: string
  /** The file with the lowest number, which represents the film. */
  readonly firstFile: string
  readonly first: number
  readonly last: number
  /** The number of pictures. */
  readonly count: number
  readonly missing: readonly number[]
}

const fewest = 5

/**
 * Finds the sequences among files by name: five or more pictures with the same name and type whose numbers are close
 * together. The same rule as the database's `private.list_frames`.
 */
export function findSequences(fileNames: readonly string[]): readonly Sequence[] {
  const groups = new Map<string, Map<number, string>>()
  for (const fileName of fileNames) {
    const [, start = '', digits, ending = ''] =
      /^(.*\D|)(\d{3,8})\.(exr|dpx|tiff?|tga|png|jpe?g)$/i.exec(fileName) ?? []
    // sh010.exr is a shot; frame.010.exr and frame0010.exr are frames.
    if (digits === undefined || (digits.length === 3 && !/[._-]$/.test(start))) continue
    const key = `${start}#.${ending}`.toLowerCase()
    groups.set(key, (groups.get(key) ?? new Map<number, string>()).set(Number(digits), fileName))
  }
  return [...groups.values()].flatMap((group) => {
    const numbers = [...group.keys()].toSorted((one, other) => one - other)
    const [first, last] = [numbers[0] ?? 0, numbers.at(-1) ?? 0]
    if (numbers.length < fewest || last - first >= 2 * numbers.length) return []
    const firstFile = group.get(first) ?? ''
    const name = firstFile.replace(/\d{3,8}(\.[a-z]+)$/i, (digits, ending: string) => {
      return '#'.repeat(digits.length - ending.length) + ending
    })
    const missing = Array.from({ length: last - first }, (_, at) => first + at).filter((number) => !group.has(number))
    return [{ name, firstFile, first, last, count: numbers.length, missing }]
  })
}

/** Tells whether a file may be a ZIP of numbered pictures, which become a film. */
export function isZip(fileName: string): boolean {
  return /\.zip$/i.test(fileName)
}

const mostNamed = 8

/** Formats numbers as ranges: `1004, 1010–1012`. */
export function formatNumberRanges(numbers: readonly number[]): string {
  const runs: { readonly from: number; to: number }[] = []
  for (const number of numbers) {
    const run = runs.at(-1)
    if (run?.to === number - 1) run.to = number
    else runs.push({ from: number, to: number })
  }
  const named = runs.slice(0, mostNamed).map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`))
  return [...named, ...(runs.length > mostNamed ? ['and more'] : [])].join(', ')
}

/** Describes a sequence's film in a sentence, including missing frames. */
export function describeSequence({ name, first, last, count, missing }: Sequence): string {
  const frames = last - first + 1
  const said = `${name}: ${count} pictures become one film of ${frames} frames, ${first} to ${last}`
  if (missing.length === 0) return `${said}.`
  const [noun, verb] = missing.length === 1 ? ['frame', 'is'] : ['frames', 'are']
  return `${said}. ${missing.length} ${noun} ${verb} missing (${formatNumberRanges(missing)}): the frame before is held.`
}
