import { dateInZone } from '#core/lib/calendar-date.ts'
import { makeReplica } from '#core/sync/replica.ts'
import { makeStudioReplica } from '#core/studios/studio-replica.ts'
import { makeTimelineReplica } from '#core/timeline/timeline-replica.ts'
import { makeTimelineModel, type TimelineModel } from '#app/features/timeline/model/timeline-model.ts'
import { studioAnswer, studioId, timelineAnswer } from '../board-rows.ts'

/** Returns the timeline model of the rows, over an existing replica. */
export function makeBenchModel(): TimelineModel {
  const timeZone = 'UTC'
  const studio = makeReplica(`studio:${studioId}`)
  studio.merge(studioAnswer(), new Set())
  const timeline = makeReplica(`timeline:${studioId}`)
  timeline.merge(timelineAnswer(dateInZone(Date.now(), timeZone)), new Set())
  return makeTimelineModel({
    studio: makeStudioReplica(studioId, studio),
    timeline: makeTimelineReplica(studioId, timeline),
    timeZone,
    now: Date.now,
  })
}
