/**
 * Compiles a pattern for names of files or clips, such as `{item}_{stage}_v{version}.mov`: each placeholder becomes a
 * group of that name. `{frame}`, `####` and `%04d` match a frame number, with that many digits; `{version}` matches
 * digits; `*` matches anything.
 */
export function toNameExpression(template: string): RegExp {
  const seen = new Set<string>()
  const named = (name: string, pattern: string): string => {
    if (seen.has(name)) return String.raw`\k<${name}>`
    seen.add(name)
    return `(?<${name}>${pattern})`
  }
  const source = template
    .split(/(\{[a-z]+\}|\*|#+|%0?\d*d)/i)
    .map((part) => {
      if (part === '*') return '.*'
      const digits = part.startsWith('#') ? part.length : Number(/^%0?(\d*)d$/.exec(part)?.[1] ?? Number.NaN)
      if (!Number.isNaN(digits)) return named('frame', digits === 0 ? String.raw`\d+` : String.raw`\d{${digits},}`)
      const name = /^\{([a-z]+)\}$/i.exec(part)?.[1]
      if (name === undefined) return part.replace(/[\\^$.+?()[\]{}|/]/g, String.raw`\$&`)
      return named(name, name === 'frame' || name === 'version' ? String.raw`\d+` : '.+')
    })
    .join('')
  return new RegExp(`^${source}$`, 'du')
}

/** The parts of a name that fits a pattern: its item, the whole name if the pattern has none, and its collection. */
export type NameParts = { readonly item: string; readonly collection: string | undefined }

/** Splits a name by a compiled pattern; undefined if it does not fit. */
export function splitName(name: string, match: RegExp): NameParts | undefined {
  const found = match.exec(name)
  return found === null ? undefined : { item: found.groups?.['item'] ?? name, collection: found.groups?.['collection'] }
}
