import { matchFrame } from '#core/revisions/frame-clock.ts'
import type { FramePlayer } from './frame-player.ts'

// While both play, a difference this small is invisible, but correcting it would not be.
const bearableFrames = 1
const restMs = 400

/**
 * Keeps one film in sync with another: on the same frame, or at the same moment if their rates differ. Returns a
 * function that stops it.
 */
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

/** Calls back when a film's frame times become known: until then its frames could not be matched. */
function watchClock(player: FramePlayer, onChange: () => void): () => void {
  let clock = player.getClock()
  return player.subscribe(() => {
    if (clock === player.getClock()) return
    clock = player.getClock()
    onChange()
  })
}
