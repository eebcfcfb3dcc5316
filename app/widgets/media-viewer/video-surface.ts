/** What a player needs of a video element; a test gives it another. */
export type VideoSurface = Pick<
  HTMLVideoElement,
  | 'currentTime'
  | 'duration'
  | 'readyState'
  | 'ended'
  | 'error'
  | 'playbackRate'
  | 'loop'
  | 'muted'
  | 'volume'
  | 'src'
  | 'play'
  | 'pause'
  | 'addEventListener'
  | 'requestVideoFrameCallback'
  | 'cancelVideoFrameCallback'
>
