/**
 * The used part of node-av 6.1.1, so that the whole project can be type-checked without installing it; it takes
 * precedence over the package's own types. `npm test -- media` runs it.
 */
declare module 'node-av' {
  type Rational = { readonly num: number; readonly den: number }
  type Size = { readonly width: number; readonly height: number }
  class Frame {
    readonly width: number
    readonly height: number
    readonly format: number
    readonly colorSpace: number
    readonly sampleAspectRatio: Rational
    readonly timeBase: Rational
    pts: bigint
    duration: bigint
    readonly nbSamples: number
    readonly sampleRate: number
    toBuffer: () => Buffer
    static fromVideoBuffer: (
      pixels: Buffer,
      about: Size & { readonly format: number; readonly timeBase: Rational },
    ) => Frame
    getSideData: (type: number) => Buffer | null
    clone: () => Frame | null
    free: () => void
  }
  class Packet {
    readonly size: number
    readonly streamIndex: number
    free: () => void
  }
  type Stream = {
    readonly index: number
    readonly codecpar: {
      readonly codecId: number
      readonly profile: number
      readonly level: number
      readonly width: number
      readonly height: number
      readonly format: number
    }
    readonly metadata: { readonly getAll: () => Readonly<Record<string, string>> } | null
    readonly timeBase: Rational
    readonly avgFrameRate: Rational
    readonly nbFrames: bigint
  }
  type Options = Readonly<Record<string, string | number>>
  class Demuxer {
    static open: (file: string, options?: { readonly format?: string; readonly options?: Options }) => Promise<Demuxer>
    readonly metadata: Readonly<Record<string, string>>
    /** In seconds. */
    readonly duration: number
    /** In seconds. */
    readonly startTime: number
    video: () => Stream | undefined
    audio: () => Stream | undefined
    packets: (index?: number) => AsyncGenerator<Packet | null>
    close: () => Promise<void>
  }
  class Decoder {
    static create: (
      stream: Stream,
      options?: { readonly exitOnError?: boolean; readonly options?: Options },
    ) => Promise<Decoder>
    getCodec: () => { readonly name: string | null }
    decodeAll: (packet: Packet | null) => Promise<Frame[]>
    close: () => void
  }
  class FilterAPI {
    static create: (description: string, options?: { readonly threads?: number }) => FilterAPI
    processAll: (frame: Frame | null) => Promise<Frame[]>
    close: () => void
  }
  type Coding = {
    readonly filter?: FilterAPI
    readonly gopSize?: number
    readonly maxBFrames?: number
    readonly bitrate?: string
    readonly context?: { readonly framerate?: Rational }
    readonly options?: Options
  }
  class Encoder {
    static create: (codec: string, options?: Coding) => Promise<Encoder>
    static encodeOne: (codec: string, frame: Frame, options?: Coding) => Promise<Buffer>
    encodeAll: (frame: Frame | null) => Promise<Packet[]>
    close: () => void
  }
  class Muxer {
    static open: (file: string, options?: { readonly options?: Options }) => Promise<Muxer>
    addStream: (encoder: Encoder) => number
    writePacket: (packet: Packet, stream: number) => Promise<void>
    close: () => Promise<void>
  }
  const Log: { readonly setLevel: (level: number) => void }
  /** Negative values are errors. */
  const avGetPixFmtName: (format: number) => string | null
}
