/** The used part of unzipper 0.12.5; see `node-av.d.ts`. */
declare module 'unzipper' {
  import type { Readable } from 'node:stream'

  type Entry = {
    readonly path: string
    readonly type: 'File' | 'Directory'
    readonly uncompressedSize: number
    stream: () => Readable
  }
  const Open: { file: (path: string) => Promise<{ readonly files: readonly Entry[] }> }
}
