/** An XML element with its own text joined and its children in order. Names are without prefix. */
export type XmlElement = {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlElement[]
  readonly text: string
  /** The index of its start in the file, from 0. */
  readonly index: number
}

/** Why a text is not valid XML, and where (index from 0). */
export class XmlProblem extends Error {
  readonly index: number

  constructor(message: string, index: number) {
    super(message)
    this.index = index
  }
}

type Open = { -readonly [Key in keyof XmlElement]: XmlElement[Key] } & { children: XmlElement[] }

const markup =
  /<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!DOCTYPE[^[>]*(\[)?[^>]*>|<\/([^\s<>]+)\s*>|<([^\s/<>!?]+)((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?)>/gi
const attribute = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** Deeper than any sheet or cut. */
const depthLimit = 200

/**
 * Parses XML 1.0 into elements, without comments and processing instructions. Refuses documents that declare entities,
 * which can expand without limit. Throws an `XmlProblem`.
 */
export function parseXml(text: string): XmlElement {
  const root: Open = { name: '', attributes: {}, children: [], text: '', index: 0 }
  const path = [root]
  let end = 0
  for (const match of text.matchAll(markup)) {
    const [whole, data, hasDeclarations, closed, opened, attributes = '', isEmpty] = match
    const parent = path.at(-1) ?? root
    if (match.index > end) addText(parent, text.slice(end, match.index), end)
    end = match.index + whole.length
    if (hasDeclarations !== undefined) throw new XmlProblem('It declares entities, which are not read.', match.index)
    if (data !== undefined) parent.text += data
    if (closed !== undefined) {
      if (path.length < 2 || localName(closed) !== parent.name)
        throw new XmlProblem(`</${closed}> closes nothing.`, match.index)
      path.pop()
    }
    if (opened === undefined) continue
    const element: Open = {
      name: localName(opened),
      attributes: readAttributes(attributes),
      children: [],
      text: '',
      index: match.index,
    }
    parent.children.push(element)
    if (isEmpty === '') path.push(element)
    if (path.length > depthLimit) throw new XmlProblem('It is nested too deep.', match.index)
  }
  const last = path.at(-1)
  if (path.length > 1 && last !== undefined) throw new XmlProblem(`<${last.name}> is never closed.`, last.index)
  if (text.slice(end).includes('<')) throw new XmlProblem('A tag is not closed.', text.indexOf('<', end))
  const [document] = root.children
  if (document === undefined) throw new XmlProblem('It has no element.', 0)
  return document
}

/** Returns the first child of that name. */
export function findChild(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((child) => child.name === name)
}

/** Returns all children of that name, in order. */
export function listChildren(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.name === name) ?? []
}

function addText(parent: Open, raw: string, index: number): void {
  if (raw.includes('<')) throw new XmlProblem('A tag is not closed.', index + raw.indexOf('<'))
  parent.text += unescape(raw)
}

function readAttributes(text: string): Readonly<Record<string, string>> {
  const pairs = [...text.matchAll(attribute)].map(([, name = '', double, single]) => [
    localName(name),
    unescape(double ?? single ?? ''),
  ])
  return Object.fromEntries(pairs) as Readonly<Record<string, string>>
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function unescape(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(#x?)?(\w{1,8});/gi, (whole, sign: string | undefined, name: string) => {
    if (sign === undefined) return entities[name] ?? whole
    const code = Number.parseInt(name, sign === '#' ? 10 : 16)
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole
  })
}
