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

/** Fills a message's placeholders; a list also stands for a text, and optional parts are included. */
function fill(message: unknown): string {
  if (message === messages['revision-create-failed']) return messages['revision-create-failed']()
  return typeof message === 'function' ? String(message(['…'])) : String(message)
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Returns the parts of the words that never change. */
const fixedParts = (words: string): readonly string[] => words.split(/\{[^}]*\}/)

function toPattern(words: string): RegExp {
  return new RegExp(`^${fixedParts(words).map(escape).join('.+')}`)
}

const name = ([from, code, words]: CatalogueLine): string => `${from} ${code ?? ''}: ${words}`

/** Returns a file without its other tests, because what those read proves nothing about this one. */
function readWithoutOthers(file: string, title: string): string {
  const tests = /^test(?:\.\w+)*\([\s\S]*?^\}\)$/gm
  return read(file).replace(tests, (body) => (body.includes(title) ? body : ''))
}

test('every message has a catalogue line with its exact words', () => {
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

test('every line’s proof exists and contains its words', () => {
  const wrong = errorCatalogue.filter(([, , words, proof, seen = words]) => {
    const source = readWithoutOthers(proof.file, proof.test)
    const title = [`'`, '"', '`'].some((quote) => source.includes(`(${quote}${proof.test}${quote}`))
    const isSeen =
      typeof seen === 'string' ? toPattern(words).test(seen) && source.includes(seen) : source.includes(seen.expects)
    return !title || !isSeen
  })

  expect(wrong.map(name)).toEqual([])
})

test('every message of the catalogue appears in the product', () => {
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
