// Below this a typo is another word.
const SHORTEST = 4

/** How many bits are set. */
export function countBits(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1
  return count
}

/**
 * Whether a word is in a text (which begins with a space) but for one slip: a letter too many, too few, another one, or
 * two the wrong way round. The word has to begin where one of the text's does.
 */
export function holdsMisspelt(word: string, text: string): boolean {
  if (word.length < SHORTEST) return false
  for (let space = text.indexOf(' '); space >= 0; space = text.indexOf(' ', space + 1)) {
    if (beginsMisspelt(word, text, space + 1)) return true
  }
  return false
}

/** Whether the text goes on from `at` as the word, with one slip at most. */
function beginsMisspelt(word: string, text: string, at: number): boolean {
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
