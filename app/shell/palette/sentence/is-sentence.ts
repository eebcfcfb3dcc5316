import { priorityNames } from '#core/plan/values.ts'
import { toTokens } from '#core/plan/tokens.ts'
import { actionKeywords } from '#core/plan/read-action.ts'

/** Tells whether an arrow marks the text as a sentence: `sq020 anim > done`. */
export function isWholeSentence(text: string): boolean {
  const tokens = toTokens(text)
  return tokens.length > 1 && tokens.some(({ kind }) => kind === 'arrow')
}

const sayingWords = new Set([
  ...actionKeywords,
  ...'by give reassign remove clear mark set move put to as'.split(' '),
  ...'push delay postpone shift later earlier add subtract'.split(' '),
])

/**
 * Tells whether it may be a sentence without an arrow, such as `give sq020 anim to lucia`: worth reading, but a
 * sentence only if all of it is understood.
 */
export function mayBeSentence(text: string): boolean {
  const tokens = toTokens(text)
  return tokens.length > 2 && tokens.some(({ kind, value }) => kind === 'word' && sayingWords.has(value.toLowerCase()))
}

/** Tells whether it starts with an action word and continues: `due fri`. */
export function startsWithAction(text: string): boolean {
  const [first, second] = toTokens(text)
  const word = first?.value.toLowerCase() ?? ''
  return second !== undefined && (word === 'by' || actionKeywords.includes(word))
}

/** Tells whether it is a lone action word: `due`. */
export function isActionWord(text: string): boolean {
  return actionKeywords.includes(text.trim().toLowerCase()) && !priorityNames.includes(text.trim().toLowerCase())
}
