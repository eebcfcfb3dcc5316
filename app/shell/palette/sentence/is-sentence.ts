import { priorityNames } from '#core/plan/values.ts'
import { toTokens } from '#core/plan/tokens.ts'
import { actionKeywords } from '#core/plan/read-action.ts'

/** Whether a text says by an arrow that it is a sentence: `sq020 anim > done`. */
export function isWholeSentence(text: string): boolean {
  const tokens = toTokens(text)
  return tokens.length > 1 && tokens.some(({ kind }) => kind === 'arrow')
}

const sayingWords = new Set([...actionKeywords, ...'by give reassign remove clear mark set move put to as'.split(' ')])

/** Whether it may be one in words alone, such as `give sq020 anim to lucia`: worth reading, and none unless all is understood. */
export function maySaySentence(text: string): boolean {
  const tokens = toTokens(text)
  return tokens.length > 2 && tokens.some(({ kind, value }) => kind === 'word' && sayingWords.has(value.toLowerCase()))
}

/** Whether it begins with the word of an action and goes on: `due fri`. */
export function beginsAction(text: string): boolean {
  const [first, second] = toTokens(text)
  const word = first?.value.toLowerCase() ?? ''
  return second !== undefined && (word === 'by' || actionKeywords.includes(word))
}

/** Whether it is the word of an action and no more: `due`. */
export function isActionWord(text: string): boolean {
  return actionKeywords.includes(text.trim().toLowerCase()) && !priorityNames.includes(text.trim().toLowerCase())
}
