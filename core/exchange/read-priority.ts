import { priorities } from '#core/tasks/priorities.ts'

// Words of Kitsu, ShotGrid, ftrack and AYON for levels between ours.
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

/** Reads a priority as a number from 0 to 9, or by its name here or in other programs. */
export function readPriority(text: string): number | undefined {
  // Boards add a symbol after the word: `Critical ⚠️`.
  const word = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.,+-]+|(?<=\p{L})-(?=\p{L})/gu, ' ')
    .trim()
  if (/^\d$/.test(word)) return Number(word)
  return priorities.find(({ label }) => label.toLowerCase() === word)?.value ?? foreign[word]
}
