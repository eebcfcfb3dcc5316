import { priorities } from '#core/tasks/priorities.ts'

// Kitsu, ShotGrid, ftrack and AYON have words of their own between ours.
const foreign: Readonly<Record<string, number>> = {
  none: 0,
  medium: 3,
  lo: 1,
  med: 3,
  hi: 6,
  'very high': 8,
  critical: 9,
  emergency: 9,
}

/** The priority that a cell of a sheet says, by its number from 0 to 9 or by what people call it here or elsewhere. */
export function readPriority(text: string): number | undefined {
  // Boards put a sign behind the word: `Critical ⚠️`.
  const word = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.,+-]+|(?<=\p{L})-(?=\p{L})/gu, ' ')
    .trim()
  if (/^\d$/.test(word)) return Number(word)
  return priorities.find(({ label }) => label.toLowerCase() === word)?.value ?? foreign[word]
}
