import { mostOfOne } from './change-casting.ts'

/** One thing named in a text: how many of it, and its label. */
export type CastWord = { readonly name: string; readonly count: number; readonly label?: string }

/** A part of a text that could not be read, and the reason. */
export type CastProblem = { readonly text: string; readonly reason: string }

/**
 * Reads a cast as people write it: `Ana:2, Tree:14 "far"`, also `2x Ana`, `Ana x2`, `Ana (2)`; commas, semicolons and
 * line breaks end a part. The count defaults to one; 0 removes a thing. Counts of repeated names are added up. A quote
 * within a label is doubled.
 */
export function readCastText(text: string): {
  readonly words: readonly CastWord[]
  readonly problems: readonly CastProblem[]
} {
  const words = new Map<string, CastWord>()
  const problems: CastProblem[] = []
  for (const part of splitParts(text)) {
    if (part === '') continue
    const { name, count, label } = readPart(part)
    const reason = name === '' ? 'has no name' : problemOf(count)
    if (reason !== undefined) problems.push({ text: part, reason })
    else {
      const key = name.toLowerCase()
      const known = words.get(key)
      const called = known?.label ?? label
      words.set(key, {
        name: known?.name ?? name,
        count: Math.min(mostOfOne, (known?.count ?? 0) + count),
        ...(called !== undefined && { label: called }),
      })
    }
  }
  return { words: [...words.values()], problems }
}

/** Writes a cast so that it reads back the same: `Ana:2, Tree:14`; a count of one is left out. */
export function writeCastText(words: readonly CastWord[]): string {
  return words
    .map(({ name, count, label = '' }) => {
      const counted = count === 1 && readPart(name).name === name ? name : `${name}:${count}`
      return label.trim() === '' ? counted : `${counted} "${label.trim().replaceAll('"', '""')}"`
    })
    .join(', ')
}

// A quoted label at the end of its part.
const quoted = /(?<=\S\s+)"(?:[^"]|"")+"(?=\s*(?:[,;\n\t]|$))/.source
const parts = new RegExp(`(?:${quoted}|[^,;\\n\\t])+`, 'g')
const labelled = new RegExp(`^(.*\\S)\\s+(${quoted})$`, 's')

function splitParts(text: string): readonly string[] {
  return (text.match(parts) ?? []).map((part) => part.trim())
}

function problemOf(count: number): string | undefined {
  if (!Number.isInteger(count)) return 'does not give a whole number'
  if (count < 0) return 'has a count below 0'
  return count > mostOfOne ? `has a count above ${mostOfOne}` : undefined
}

function readPart(part: string): CastWord {
  const [, counted = part, label] = labelled.exec(part) ?? []
  const written = label?.slice(1, -1).replaceAll('""', '"').trim()
  return { ...readCounted(counted), ...(written !== undefined && written !== '' && { label: written }) }
}

function readCounted(part: string): CastWord {
  const after =
    /^(?<name>.*?)\s*(?::\s*(?<colon>[-+]?\d[\d.]*)|\s[x×]\s*(?<times>[-+]?\d+)|\((?<brackets>[-+]?\d+)\))$/i.exec(
      part,
    )?.groups
  if (after !== undefined) {
    const count = Number(after['colon'] ?? after['times'] ?? after['brackets'])
    return { name: (after['name'] ?? '').trim(), count }
  }
  const before = /^(?<count>[-+]?\d+)\s*[x×]\s+(?<name>\S.*)$/i.exec(part)?.groups
  if (before !== undefined) return { name: (before['name'] ?? '').trim(), count: Number(before['count']) }
  return { name: part, count: 1 }
}
