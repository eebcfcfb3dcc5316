/** Normalises a title: lower case, with single spaces for spaces and underscores. */
export function normalize(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim()
}

/** Splits camel case: `frameStart` becomes `frame start`. */
export function splitWords(title: string): string {
  return normalize(title.trim().replace(/(?<=[a-z])(?=[A-Z])/g, ' '))
}

/** Removes the prefixes of ShotGrid's custom fields, AYON's attributes and ftrack's custom attributes. */
export function stripTitlePrefix(title: string): string {
  return title.replace(/^(?:sg |attrib\.|custom[ _]attributes\.)/, '')
}
