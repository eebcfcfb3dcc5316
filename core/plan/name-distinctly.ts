import type { Choice, Thing } from './reading.ts'

/** Prefers things with exactly this name: `"Ana"` is Ana, not Ana Dias. */
export function preferExact(things: readonly Thing[], text: string): readonly Thing[] {
  const exact = things.filter(({ name, aliases = [] }) => name === text || aliases.includes(text))
  return exact.length > 0 ? exact : things
}

/** Names several things unambiguously: by name or, if that is shared, by an alias. */
export function nameDistinctly(things: readonly Thing[]): readonly { readonly thing: Thing; readonly name: string }[] {
  return things.map((thing) => {
    const isShared = things.some((other) => other !== thing && other.kind === thing.kind && other.name === thing.name)
    return { thing, name: (isShared ? thing.aliases?.find((alias) => alias !== thing.name) : undefined) ?? thing.name }
  })
}

/** Lists things of several kinds as choices, each written unambiguously. */
export function listNameChoices(things: readonly Thing[]): readonly Choice[] {
  return nameDistinctly(things).map(({ thing: { kind }, name }) => ({
    label: `${kind} ${name}`,
    text: `${kind}:"${name}"`,
  }))
}
