// Makes the clips in this folder: films whose every frame carries its own number as black and white blocks. Only needed
// when a clip is added; requires ffmpeg. Journeys only read the results.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { drawFrame, frameSize } from './frame-code.ts'

type Clip = {
  name: string
  rate: string
  frames: number
  options: readonly string[]
  outputOptions?: readonly string[]
  /** Sound as an ffmpeg source; none if absent. */
  sound?: readonly string[]
}

// One key frame and a pyramid of B-frames: the hardest case for seeking to an exact frame.
const longGroups = ['-c:v', 'libx264', '-g', '600', '-bf', '3', '-x264-params', 'b-pyramid=normal:scenecut=0:threads=1']
// Closed groups: Chromium's own seeks do not always finish in open ones.
const shortGroups = ['-c:v', 'libx264', '-g', '24', '-bf', '2', '-x264-params', 'scenecut=0:threads=1']
const mp4 = ['-pix_fmt', 'yuv420p', '-crf', '30', '-preset', 'veryslow', '-movflags', '+faststart']
const webm = [
  '-c:v',
  'libvpx-vp9',
  '-b:v',
  '0',
  '-crf',
  '40',
  '-g',
  '240',
  '-auto-alt-ref',
  '1',
  '-lag-in-frames',
  '16',
  '-threads',
  '1',
]

const clips: readonly Clip[] = [
  { name: 'rate-23.976.mp4', rate: '24000/1001', frames: 200, options: [...longGroups, ...mp4] },
  { name: 'rate-24.mp4', rate: '24', frames: 200, options: [...shortGroups, ...mp4] },
  { name: 'rate-25.mp4', rate: '25', frames: 200, options: [...longGroups, ...mp4] },
  { name: 'rate-29.97.mp4', rate: '30000/1001', frames: 240, options: [...longGroups, ...mp4] },
  { name: 'rate-30.webm', rate: '30', frames: 240, options: webm },
  { name: 'rate-50.mp4', rate: '50', frames: 300, options: [...shortGroups, ...mp4] },
  { name: 'rate-59.94.webm', rate: '60000/1001', frames: 300, options: webm },
  { name: 'rate-60.mp4', rate: '60', frames: 300, options: [...longGroups, ...mp4] },
  {
    name: 'drop-frame.mov',
    rate: '30000/1001',
    frames: 60,
    options: [...shortGroups, ...mp4, '-timecode', '00:59:58;12'],
  },
  // No browser plays it.
  {
    name: 'prores.mov',
    rate: '24000/1001',
    frames: 50,
    options: ['-c:v', 'prores_ks', '-profile:v', 'proxy', '-pix_fmt', 'yuv422p10le', '-c:a', 'pcm_s16le', '-shortest'],
    sound: ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=8000'],
  },
  // Every third frame lasts twice as long, as in a screen recording.
  {
    name: 'variable.mp4',
    rate: '30',
    frames: 90,
    options: [...shortGroups, ...mp4],
    outputOptions: ['-vf', "setpts='(N+floor(N/3))/30/TB'", '-fps_mode', 'vfr'],
  },
]

async function make({ name, rate, frames, options, outputOptions = [], sound = ['-an'] }: Clip): Promise<void> {
  const { width, height } = frameSize
  const input = ['-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', rate, '-i', '-']
  const output = [...sound, ...outputOptions, ...options, path.join(import.meta.dirname, name)]
  const ffmpeg = spawn('ffmpeg', ['-y', '-hide_banner', '-loglevel', 'error', ...input, ...output], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  for (let frame = 0; frame < frames; frame += 1)
    if (!ffmpeg.stdin.write(drawFrame(frame))) await once(ffmpeg.stdin, 'drain')
  ffmpeg.stdin.end()
  await once(ffmpeg, 'close')
}

// Those named on the command line, else all.
const names = process.argv.slice(2)
for (const clip of clips) if (names.length === 0 || names.includes(clip.name)) await make(clip)
