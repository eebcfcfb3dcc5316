/** What is used of unzipper 0.12.5, as `node-av.d.ts` says of that package. */
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
