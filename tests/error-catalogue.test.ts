import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages, notices } from '#core/lib/messages.ts'
import { errorCatalogue, type CatalogueLine } from './error-catalogue.ts'
import { listFiles, repositoryRoot } from './files.ts'

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8')
const texts = new Map<string, string>([
  ...Object.entries(messages).map(([code, message]): [string, string] => [code, fill(message)]),
  ...Object.entries(notices).map(([code, { text }]): [string, string] => [code, text]),
])

/** A message with something in each of its places; a list stands for a text as well, and what may be absent is. */
function fill(message: unknown): string {
  if (message === messages['revision-create-failed']) return messages['revision-create-failed']()
  return typeof message === 'function' ? String(message(['…'])) : String(message)
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** What of the words is always the same. */
const fixedParts = (words: string): readonly string[] => words.split(/\{[^}]*\}/)

function toPattern(words: string): RegExp {
  return new RegExp(`^${fixedParts(words).map(escape).join('.+')}`)
}

const name = ([from, code, words]: CatalogueLine): string => `${from} ${code ?? ''}: ${words}`

/** A file's tables and helpers with one of its tests: what another test reads proves nothing of this one. */
function readWithoutOthers(file: string, title: string): string {
  const tests = /^test(?:\.\w+)*\([\s\S]*?^\}\)$/gm
  return read(file).replace(tests, (body) => (body.includes(title) ? body : ''))
}

test('every message has its line, in the very words', () => {
  const lines = new Map(errorCatalogue.map((line) => [line[1], line]))
  const wrong = errorCatalogue.filter(([, code, words]) => {
    const text = code === undefined ? undefined : texts.get(code)
    return (
      code !== undefined &&
      (text === undefined || !(text === words || new RegExp(`${toPattern(words).source}$`).test(text)))
    )
  })

  expect([...texts.keys()].filter((code) => !lines.has(code as never))).toEqual([])
  expect(wrong.map(name)).toEqual([])
})

test('the test that proves a line exists and has its words', () => {
  const wrong = errorCatalogue.filter(([, , words, proof, seen = words]) => {
    const source = readWithoutOthers(proof.file, proof.test)
    const title = [`'`, '"', '`'].some((quote) => source.includes(`(${quote}${proof.test}${quote}`))
    const isSeen =
      typeof seen === 'string' ? toPattern(words).test(seen) && source.includes(seen) : source.includes(seen.expects)
    return !title || !isSeen
  })

  expect(wrong.map(name)).toEqual([])
})

test('the product says each of its messages somewhere', () => {
  const isProduct = (file: string): boolean =>
    /^(app|cli|core|supabase)\/.*\.(tsx?|sql)$/.test(file) &&
    !/\.(test|spec)\.tsx?$|\/testing\/|^core\/gateway\/memory\/|^core\/lib\/(errors|messages)\.ts$/.test(file)
  const product = listFiles().filter(isProduct).map(read).join('\n')
  const isSaid = ([, code, words]: CatalogueLine): boolean =>
    product.includes(`'${code}'`) ||
    product.includes(`messages.${code}`) ||
    product.includes(`notices.${code}`) ||
    fixedParts(words).every((part) => product.includes(part.trim()))

  expect(errorCatalogue.filter((line) => line[1] !== undefined && !isSaid(line)).map(name)).toEqual([])
})
