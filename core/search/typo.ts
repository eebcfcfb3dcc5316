// In shorter words, a typo makes another word.
const SHORTEST = 4

/** Counts the bits set in a mask. */
export function countBits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/**
 * Tells whether a word occurs at the start of a word in a text (which begins with a space), allowing for one typo: a
 * letter added, missing, replaced or swapped with the next.
 */
export function containsWithTypo(word: string, text: string): boolean {
  if (word.length < SHORTEST) return false
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
    if (startsWithTypo(word, text, space + 1)) return true
  }
  return false
}

/** Tells whether the text continues from `at` with the word, allowing for one typo. */
function startsWithTypo(word: string, text: string, at: number): boolean {
  let same = 0
  while (same < word.length && word.charCodeAt(same) === text.charCodeAt(at + same)) same += 1
  if (same >= word.length - 1) return true
  const goesOn = (inWord: number, inText: number): boolean => text.startsWith(word.slice(inWord), at + inText)
  return (
    goesOn(same + 1, same + 1) ||
    goesOn(same + 1, same) ||
    goesOn(same, same + 1) ||
    (word[same] === text[at + same + 1] && word[same + 1] === text[at + same] && goesOn(same + 2, same + 2))
  )
}
