import {
  array,
  literal,
  nullable,
  number,
  object,
  optional,
  pipe,
  record,
  string,
  unknown,
  uuid,
  type InferOutput,
} from 'valibot'

const id = pipe(string(), uuid())

/** What somebody decided of one task, away from the studio. */
const decisionSchema = object({
  /** Made where it was decided; the same file brought twice, or by two people, is applied once by it. */
  id,
  entryId: id,
  taskId: id,
  /** The status they saw when they decided. */
  seenStatusId: nullable(id),
  /** Absent where only a note was written. */
  statusId: optional(id),
  /** A note in the markup of comments, and its metadata: here references and drawings. */
  note: optional(object({ content: string(), metadata: record(string(), unknown()) })),
  /** Who decided, as they said it; `userId` where the packet was taken by them. */
  by: object({ name: string(), userId: optional(id) }),
  /** Milliseconds since 1970 by the clock of that machine. */
  at: number(),
})

/** `decisions.json`, as the page of a packet writes it and `review bring` reads it. */
export const decisionsSchema = object({
  format: literal('xsheet-decisions'),
  version: literal(1),
  studioId: id,
  sessionId: id,
  /** Of the packet they were decided in. */
  packetId: id,
  decisions: array(decisionSchema),
})

export type Decision = InferOutput<typeof decisionSchema>
export type Decisions = InferOutput<typeof decisionsSchema>
