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

/** A decision about one task, made away from the studio. */
const decisionSchema = object({
  /** Created with the decision, so that one brought twice, or by two people, is applied once. */
  id,
  entryId: id,
  taskId: id,
  /** The status shown when the decision was made. */
  seenStatusId: nullable(id),
  /** Absent if the decision is only a note. */
  statusId: optional(id),
  /** A note in comment markup, with its metadata: here references and drawings. */
  note: optional(object({ content: string(), metadata: record(string(), unknown()) })),
  /** The name they gave; `userId` if they took the packet themselves. */
  by: object({ name: string(), userId: optional(id) }),
  /** Milliseconds since 1970, by that machine's clock. */
  at: number(),
})

/** `decisions.json`, as a packet's page writes it and `review bring` reads it. */
export const decisionsSchema = object({
  format: literal('xsheet-decisions'),
  version: literal(1),
  studioId: id,
  sessionId: id,
  /** The packet they were decided in. */
  packetId: id,
  decisions: array(decisionSchema),
})

export type Decision = InferOutput<typeof decisionSchema>
export type Decisions = InferOutput<typeof decisionsSchema>
