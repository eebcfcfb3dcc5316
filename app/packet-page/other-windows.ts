/** The other windows of a packet in this browser. */
export type OtherWindows = {
  readonly send: (text: string) => void
  readonly listen: (take: (text: string) => void) => void
}

/** Opens a channel to the other windows; one that the browser refuses reaches nobody. */
export function openOtherWindows(key: string): OtherWindows {
  try {
    const channel = new BroadcastChannel(key)
    return {
      send: (text) => channel.postMessage(text),
      listen: (take) =>
        channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
          if (typeof data === 'string') take(data)
        }),
    }
  } catch {
    return { send: () => undefined, listen: () => undefined }
  }
}
