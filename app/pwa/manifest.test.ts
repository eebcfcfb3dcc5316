import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { manifest } from './manifest.ts'

const folder = join(import.meta.dirname, '../public')
const pictures = [...manifest.icons, ...manifest.screenshots, ...manifest.shortcuts.flatMap(({ icons }) => icons)]
const pngs = pictures.filter(({ type }) => type === 'image/png')

type Picture = { readonly width: number; readonly height: number; readonly pixelAt: (x: number, y: number) => number[] }

/** Reads a PNG with 8 bits per channel and no interlacing, as browsers write them. */
function readPng(src: string): Picture {
  const file = readFileSync(join(folder, src))
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const channels = file[25] === 6 ? 4 : 3
  const parts: Buffer[] = []
  for (let at = 8; at < file.length; at += file.readUInt32BE(at) + 12) {
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  }
  const stride = width * channels
  const rows = unfilter(inflateSync(Buffer.concat(parts)), { stride, channels, height })
  const pixelAt = (x: number, y: number): number[] => [
    ...rows.subarray(y * stride + x * channels, y * stride + (x + 1) * channels),
  ]
  return { width, height, pixelAt }
}

type Layout = { readonly stride: number; readonly channels: number; readonly height: number }

/** Reverses PNG's prediction of each byte from its neighbours (W3C PNG, section 9). */
function unfilter(data: Buffer, { stride, channels, height }: Layout): Uint8Array {
  const out = new Uint8Array(stride * height)
  for (let y = 0; y < height; y++) {
    const filter = data[y * (stride + 1)]
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : (out[y * stride + x - channels] ?? 0)
      const up = y === 0 ? 0 : (out[(y - 1) * stride + x] ?? 0)
      const corner = x < channels || y === 0 ? 0 : (out[(y - 1) * stride + x - channels] ?? 0)
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0
      out[y * stride + x] = (data[y * (stride + 1) + 1 + x] ?? 0) + predicted
    }
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner
  const distances = [left, up, corner].map((value) => Math.abs(guess - value))
  return [left, up, corner][distances.indexOf(Math.min(...distances))] ?? 0
}

test('every picture of the manifest exists in its declared size', () => {
  expect(pngs.length).toBeGreaterThan(0)
  for (const { src, sizes } of pngs) {
    const { width, height } = readPng(src)
    expect(`${src} ${width}x${height}`).toBe(`${src} ${sizes}`)
  }
  for (const { src } of pictures) expect(readFileSync(join(folder, src)).byteLength).toBeGreaterThan(0)
})

test('the maskable icon keeps its mark inside the safe zone and fills the square', () => {
  const maskable = manifest.icons.filter(({ purpose }) => purpose === 'maskable')
  expect(maskable).toHaveLength(1)
  for (const { src } of maskable) {
    const { width, height, pixelAt } = readPng(src)
    expect(pixelAt(0, 0)[3] ?? 255).toBe(255)
    // The background is a gradient, which barely changes between neighbouring pixels; an edge of the mark does.
    const isEdge = (x: number, y: number): boolean =>
      pixelAt(x, y).some((value, channel) => Math.abs(value - (pixelAt(x - 1, y)[channel] ?? 0)) > 16)
    const marked: string[] = []
    for (let y = 0; y < height; y++) {
      for (let x = 1; x < width; x++) {
        // The safe zone is a circle, its diameter four fifths of the icon's width.
        const isOutside = Math.hypot(x - width / 2, y - height / 2) > width * 0.4
        if (isOutside && isEdge(x, y)) marked.push(`${x},${y}`)
      }
    }
    expect(marked).toEqual([])
  }
})

test('ordinary and maskable icons are separate files, and both install sizes exist', () => {
  expect(new Set(manifest.icons.map(({ src }) => src)).size).toBe(manifest.icons.length)
  expect(manifest.icons.map(({ sizes }) => sizes)).toEqual(expect.arrayContaining(['192x192', '512x512']))
  expect(manifest.screenshots.map((shot) => shot.form_factor).toSorted()).toEqual(['narrow', 'wide'])
})

test('every shortcut of the manifest is in its scope', () => {
  for (const { url } of manifest.shortcuts) expect(new URL(url, 'https://x.test').pathname).toBe(manifest.scope)
})
