/** The parts of a video element a player uses; tests substitute a fake. */
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
