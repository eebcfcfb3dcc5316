import type { FramePlayer } from './frame-player.ts'
import type { PlayerState } from './player-state.ts'

/** Makes a player continue from another one's state, for the same film. */
export function resumePlayer(player: FramePlayer, { frame, shuttle, speed, isLooping, range }: PlayerState): void {
  player.setSpeed(speed)
  player.setRange(range)
  if (player.getState().isLooping !== isLooping) player.toggleLoop()
  if (shuttle === 0) player.stand(frame)
  else player.jump(frame, shuttle * speed)
}

/** Takes another speed; a film that is playing keeps its current rate. */
export function setSpeed(player: FramePlayer, wanted: number): void {
  const { shuttle, speed } = player.getState()
  if (speed === wanted) return
  player.setSpeed(wanted)
  if (shuttle > 0) player.play((shuttle * speed) / wanted)
}
