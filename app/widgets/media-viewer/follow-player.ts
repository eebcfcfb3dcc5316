import { matchFrame } from '#core/revisions/frame-clock.ts'
import type { FramePlayer } from './frame-player.ts'

// While both play, a difference this small is not seen, and putting it right would be.
const bearableFrames = 1
const restMs = 400

/** Keeps one film where another is: the same frame, or the same moment where they differ in rate. Answers how to stop. */
export function followPlayer(leader: FramePlayer, follower: FramePlayer, now = () => performance.now()): () => void {
  let corrected = -Infinity
  const follow = (): void => {
    const { frame, shuttle, speed } = leader.getState()
    const theirs = follower.getState()
    const target = matchFrame(frame, leader.getClock(), follower.getClock())
    if (theirs.speed !== speed) follower.setSpeed(speed)
    if (shuttle <= 0) {
      if (theirs.frame !== target || theirs.shuttle !== 0) follower.seekFrame(target)
      return
    }
    const isAway = Math.abs(theirs.frame - target) > bearableFrames && now() - corrected > restMs
    if (theirs.shuttle === shuttle && !isAway) return
    if (target >= theirs.frameCount - 1) {
      if (theirs.shuttle !== 0) follower.seekEnd()
      return
    }
    corrected = now()
    if (theirs.frame !== target) follower.seekFrame(target)
    follower.play(shuttle)
  }
  follow()
  const leave = [leader.subscribe(follow), watchClock(follower, follow)]
  return () => {
    for (const stop of leave) stop()
  }
}

/** Calls when a film's frames have become known: before that it could not be told which of them is meant. */
function watchClock(player: FramePlayer, onChange: () => void): () => void {
  let clock = player.getClock()
  return player.subscribe(() => {
    if (clock === player.getClock()) return
    clock = player.getClock()
    onChange()
  })
}
