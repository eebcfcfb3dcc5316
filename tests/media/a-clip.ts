import { execFileSync } from 'node:child_process'

const numbered = String.raw`geq=lum='if(mod(floor(N/pow(2\,floor(X*8/W)))\,2)\,235\,16)':cb=128:cr=128`

type Clip = {
  readonly rate: string
  readonly size?: string
  readonly frames: number
  readonly coding: readonly string[]
}

const ffmpeg = (...args: readonly string[]): Buffer =>
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args], { maxBuffer: 1 << 28 })

/** Creates a film whose every frame carries its number, 0 to 255, in eight light or dark blocks. */
export function makeClip(file: string, { rate, size = '320x180', frames, coding }: Clip): void {
  const input = ['-f', 'lavfi', '-i', `color=black:size=${size}:rate=${rate},format=yuv444p,${numbered}`]
  ffmpeg(...input, '-frames:v', String(frames), ...coding, file)
}

/** Reads the numbers on a film's frames, in display order. */
export function readNumbers(file: string): readonly number[] {
  const pixels = ffmpeg(
    '-i',
    file,
    '-fps_mode',
    'passthrough',
    '-vf',
    'scale=8:1:flags=area,format=gray',
    '-f',
    'rawvideo',
    '-',
  )
  return Array.from({ length: pixels.length / 8 }, (_, frame) =>
    Array.from({ length: 8 }, (_bit, bit) => ((pixels[frame * 8 + bit] ?? 0) > 125 ? 2 ** bit : 0)).reduce(
      (sum, part) => sum + part,
      0,
    ),
  )
}

/** Returns the display times of a film's frames, in seconds from the first. */
export function readTimes(file: string): readonly number[] {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_entries',
    'frame=best_effort_timestamp_time',
    '-of',
    'csv=p=0',
    file,
  ]
  const lines = execFileSync('ffprobe', args, { encoding: 'utf8', maxBuffer: 1 << 26 })
    .trim()
    .split('\n')
  const times = lines.flatMap((line) => (/^\d/.test(line) ? [Number.parseFloat(line)] : []))
  return times.map((time) => time - (times[0] ?? 0))
}

/** Creates a still of a grey ramp. */
export function makeStillFile(file: string, coding: readonly string[]): void {
  ffmpeg('-f', 'lavfi', '-i', "color=black:size=256x64,format=gray,geq=lum='X'", '-frames:v', '1', ...coding, file)
}

/** Reads the grey of each of that many columns of a picture, 0 to 255. */
export function readRamp(file: string, columns: number): readonly number[] {
  return [...ffmpeg('-i', file, '-vf', `scale=${columns}:1:flags=area:out_range=pc,format=gray`, '-f', 'rawvideo', '-')]
}

/** Returns a film's longest distance between key frames, in frames. */
export function readKeyFrameSpace(file: string): number {
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'packet=flags', '-of', 'csv=p=0', file]
  const flags = execFileSync('ffprobe', args, { encoding: 'utf8', maxBuffer: 1 << 26 })
    .trim()
    .split('\n')
  const keys = flags.flatMap((flag, frame) => (flag.startsWith('K') ? [frame] : []))
  return Math.max(...[...keys, flags.length].map((at, index) => at - (keys[index - 1] ?? 0)))
}

/** Reads the middle pixel of each of that many equal parts of a picture, left to right: red, green, blue and alpha. */
export function readPixels(file: string, count: number): readonly number[] {
  const scale = `format=rgba,scale=${count}:1:flags=area`
  return [...ffmpeg('-i', file, '-vf', scale, '-f', 'rawvideo', '-pix_fmt', 'rgba', '-')]
}

/** Returns the pixel width and height of a film or picture. */
export function readSize(file: string): string {
  const args = ['-v', 'error', '-select_streams', 'v', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', file]
  return execFileSync('ffprobe', args, { encoding: 'utf8' }).trim()
}
