/** Arguments of a call that works; `$name` stands for an id the caller has (see `exampleIds`). */
export type Example = {
  readonly procedure: string
  readonly args: Readonly<Record<string, unknown>>
  /** Values of the response or its first row that later examples name; nested ones by a path: `events.0.seq`. */
  readonly gives?: Readonly<Record<string, string>>
}

/** Names that stand for a number, each with a plausible value. */
export const exampleNumbers: Readonly<Record<string, number>> = { $event: 1201 }

/** The ids behind the names in examples. */
export const exampleIds = {
  $studio: 'a studio',
  $project: 'a project',
  $space: 'a space',
  $collection: 'a collection of the space',
  $item: 'an item of the collection',
  $task: 'a task of the item',
  $stage: 'a stage',
  $status: 'a status',
  $person: 'a member',
  $new: 'a UUID that you make',
  $newer: 'another one',
  $old: 'a project that goes',
  $episode: 'a new space',
  $bare: 'an item without tasks',
  $field: 'a field',
  $remark: 'a comment',
  $file: 'a file',
  $film: 'another file',
  $poster: 'a picture of it',
  $review: 'a review session',
  $entry: 'one of its entries',
  $decision: 'a decision of a packet',
  $block: 'a block of the timeline',
  $invite: 'an invite link',
  $code: 'the code in its address',
  $webhook: 'a webhook',
  $report: 'a report',
  $rule: 'a rule',
  $token: 'an access token',
  $account: 'a service account',
  $member: 'the role of members',
  $event: 'the number of an event',
} as const
