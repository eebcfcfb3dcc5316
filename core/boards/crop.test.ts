import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cropTo, formatCrop, parseCrop, getVisibleBox, trim, getWholeBox, wholePicture } from './crop.ts'

const share = fc.integer({ min: 0, max: 45 }).map((percent) => percent / 100)
const crops = fc.record({ left: share, top: share, right: share, bottom: share })
const places = fc.record({
  x: fc.integer({ min: -500, max: 500 }),
  y: fc.integer({ min: -500, max: 500 }),
  width: fc.integer({ min: 10, max: 500 }),
  height: fc.integer({ min: 10, max: 500 }),
  rotation: fc.integer({ min: -179, max: 180 }),
})

test('a crop is read back from its text; no crop and malformed text give the whole picture', () => {
  fc.assert(
    fc.property(crops, (crop) => {
      expect(parseCrop(formatCrop(crop))).toEqual(crop)
    }),
  )
  expect(formatCrop(wholePicture)).toBeUndefined()
  for (const text of [undefined, '', 'x', '0.6,0,0.6,0', '-1,0,0,0', '2,0,0,0']) {
    expect(parseCrop(text)).toEqual(wholePicture)
  }
})

test('a cropped picture, rotated or not, gives its whole picture back in place', () => {
  fc.assert(
    fc.property(places, crops, (whole, crop) => {
      const text = formatCrop(crop)
      const back = getWholeBox({ ...getVisibleBox(whole, crop), crop: text })
      for (const side of ['x', 'y', 'width', 'height'] as const) expect(back[side]).toBeCloseTo(whole[side], 5)
      const again = cropTo(whole, getVisibleBox(whole, crop))
      for (const side of ['left', 'top', 'right', 'bottom'] as const) expect(again[side]).toBeCloseTo(crop[side], 5)
    }),
  )
})

test('a frame beyond the picture crops to what there is and never to nothing', () => {
  const whole = { x: 0, y: 0, width: 100, height: 100, rotation: 0 }

  expect(cropTo(whole, { x: -50, y: -50, width: 500, height: 500, rotation: 0 })).toEqual(wholePicture)
  expect(trim({ ...wholePicture, right: 0.9 }, 'left', 0.5).left).toBeCloseTo(0.05)
  expect(trim(wholePicture, 'top', -0.1)).toEqual(wholePicture)
})
