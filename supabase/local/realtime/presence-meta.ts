/** What a client shows about itself, with the reference by which clients tell one update from the next. */
export type PresenceMeta = { phx_ref: string; [detail: string]: unknown }
