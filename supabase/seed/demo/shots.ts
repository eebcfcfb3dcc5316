import type { CollectionPlan, ItemPlan } from './plans.ts'

/** Makes a sequence from its name and what happens, one shot per line: `sq010_sh0010`, `sq010_sh0020`, … */
export function sequence(name: string, description: string, shots: string): CollectionPlan {
  const toShot = (line: string, index: number): ItemPlan => ({
    title: `${name.toLowerCase()}_sh${String((index + 1) * 10).padStart(4, '0')}`,
    description: line,
  })
  return { name, description, items: toLines(shots).map(toShot) }
}

/** Makes a group from lines of `name: what it is`. */
export function group(name: string, description: string, things: string): CollectionPlan {
  const items = toLines(things).map((line) => {
    const [title = line, text = ''] = line.split(': ', 2)
    return { title, description: text }
  })
  return { name, description, items }
}

const toLines = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
