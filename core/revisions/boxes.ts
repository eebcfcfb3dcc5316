/** A box of MP4, QuickTime and AVIF: its type, and the range of its content. */
export type Box = { readonly type: string; readonly from: number; readonly to: number }

/** Finds the first box along a path of types: `mdia`, `minf`. */
export function findBox(view: DataView, within: Pick<Box, 'from' | 'to'>, path: readonly string[]): Box | undefined {
  const [type, ...rest] = path
  const found = listBoxes(view, within).find((box) => box.type === type)
  return found === undefined || rest.length === 0 ? found : findBox(view, found, rest)
}

/** Lists adjacent boxes, up to the first incomplete one. */
export function listBoxes(view: DataView, { from, to }: Pick<Box, 'from' | 'to'>): readonly Box[] {
  const boxes: Box[] = []
  for (let at = from; at + 8 <= to;) {
    const { length, header } = lengthOf(view, at, to - at)
    if (length < header || at + length > to) break
    boxes.push({ type: textAt(view, at + 4), from: at + header, to: at + length })
    at += length
  }
  return boxes
}

/** Returns a box's length with its header; 0 means the rest, 1 a length of eight bytes (ISO/IEC 14496-12). */
export function lengthOf(
  view: DataView,
  at: number,
  rest: number,
): { readonly length: number; readonly header: number } {
  const short = view.getUint32(at)
  if (short !== 1) return { length: short === 0 ? rest : short, header: 8 }
  return at + 16 > view.byteLength
    ? { length: 0, header: 16 }
    : { length: Number(view.getBigUint64(at + 8)), header: 16 }
}

/** Reads four letters, such as a box's type. */
export function textAt(view: DataView, at: number): string {
  if (at + 4 > view.byteLength) return ''
  return String.fromCharCode(...[0, 1, 2, 3].map((place) => view.getUint8(at + place)))
}
