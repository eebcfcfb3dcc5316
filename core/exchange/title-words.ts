/** Normalises a title: lower case, with single spaces for spaces and underscores. */
export function normalize(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
}

/** Splits camel case: `frameStart` becomes `frame start`. */
export function splitWords(title: string): string {
  return normalize(title.trim().replace(/(?<=[a-z])(?=[A-Z])/g, ' '))
}

/** Removes the prefixes of ShotGrid's custom fields and AYON's attributes. */
export function stripTitlePrefix(title: string): string {
  return title.replace(/^(?:sg |attrib\.)/, '')
}
