import type { Choice, Thing } from './reading.ts'

/** Of what a text names, what is called just so: `"Ana"` is Ana, and not also Ana Dias. */
export function preferExact(things: readonly Thing[], text: string): readonly Thing[] {
  const exact = things.filter(({ name, aliases = [] }) => name === text || aliases.includes(text))
  return exact.length > 0 ? exact : things
}

/** How to name each of several things so that it alone is meant: by its name, or by what else it is called where that is shared. */
export function nameApart(things: readonly Thing[]): readonly { readonly thing: Thing; readonly name: string }[] {
  return things.map((thing) => {
    const isShared = things.some((other) => other !== thing && other.kind === thing.kind && other.name === thing.name)
    return { thing, name: (isShared ? thing.aliases?.find((alias) => alias !== thing.name) : undefined) ?? thing.name }
  })
}

/** Things of several kinds, each as it is written so that it alone is meant. */
export function listNameChoices(things: readonly Thing[]): readonly Choice[] {
  return nameApart(things).map(({ thing: { kind }, name }) => ({ label: `${kind} ${name}`, text: `${kind}:"${name}"` }))
}
