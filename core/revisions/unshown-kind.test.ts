import { expect, test } from 'vitest'
import { findUnshownKind } from './unshown-kind.ts'

const kindOf = (fileName: string, contentType: string, codec?: string) =>
  findUnshownKind({ fileName, contentType, sizeBytes: 1000, codec })

test.each([
  { name: 'sh010.mov', type: 'video/quicktime', codec: 'apch', wanted: 'ProRes' },
  { name: 'sh010.mov', type: 'video/quicktime', codec: 'AVdh', wanted: 'DNxHD' },
  { name: 'sh010.mp4', type: 'video/mp4', codec: 'hvc1.1.6.L93.B0', wanted: 'HEVC' },
  { name: 'sh010.mov', type: 'video/quicktime', codec: 'jpeg', wanted: 'MJPEG' },
  { name: 'sh010.mov', type: 'video/quicktime', codec: 'avc1.7a001f', wanted: 'MOV' },
  { name: 'sh010.mxf', type: 'application/mxf', codec: undefined, wanted: 'MXF' },
  { name: 'sh010.avi', type: 'video/x-msvideo', codec: undefined, wanted: 'AVI' },
  { name: 'plate.dpx', type: 'image/x-dpx', codec: undefined, wanted: 'DPX' },
  { name: 'plate.jp2', type: 'application/octet-stream', codec: undefined, wanted: 'JP2' },
  { name: 'matte.ppm', type: '', codec: undefined, wanted: 'PPM' },
  { name: 'plate.Y4M', type: 'application/octet-stream', codec: undefined, wanted: 'Y4M' },
])('$name of $type coded as $codec is $wanted, which not every browser shows', ({ name, type, codec, wanted }) => {
  expect(kindOf(name, type, codec)).toBe(wanted)
})

test.each([
  ['sh010.mp4', 'video/mp4', 'avc1.640028'],
  ['sh010.webm', 'video/webm', 'vp09.00.10.08'],
  ['sh010.mp4', 'video/mp4', 'av01.0.04M.08'],
  ['damaged.mp4', 'video/mp4', undefined],
  ['beauty.exr', 'image/x-exr', undefined],
  ['matte.psd', 'image/vnd.adobe.photoshop', undefined],
  ['frame.png', 'image/png', undefined],
  ['scene.blend', 'application/octet-stream', undefined],
])('%s of %s coded as %s counts as shown or as another kind of file', (name, type, codec) => {
  expect(kindOf(name, type, codec)).toBeUndefined()
})
