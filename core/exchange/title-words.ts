/** A title in any case, with spaces or underscores. */
export function normalize(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
}

/** `frameStart` as `frame start`. */
export function splitWords(title: string): string {
  return normalize(title.trim().replace(/(?<=[a-z])(?=[A-Z])/g, ' '))
}

/** Without what ShotGrid puts before a studio's own fields, and AYON before its attributes. */
export function toPlain(title: string): string {
  return title.replace(/^(?:sg |attrib\.)/, '')
}
