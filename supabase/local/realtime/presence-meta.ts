/** What somebody tells about themselves, with the reference by which clients tell one telling from the next. */
export type PresenceMeta = { phx_ref: string; [detail: string]: unknown }
