import * as v from 'valibot'
import {
  byDefault,
  type EdgeFunction,
  id,
  json,
  list,
  maybe,
  moment,
  object,
  orNull,
  text,
  whole,
  yes,
} from './define.ts'

const file = object({ id: maybe(id), filename: text, content_type: text, size_bytes: whole })
const page = object({ items: list(json), next_cursor: orNull(text) })
const limit = (most: number, usual: number) =>
  byDefault(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most)), usual)

/** Every edge function called by anyone but the product itself. */
export const functions: Readonly<Record<string, EdgeFunction>> = {
  'upload-attachment': {
    says: 'Registers up to 100 files and returns where their bytes go: PUT them to upload_url with Content-Type: stored_type (storage accepts no type that a browser could run; files that are not shown inline are sent as plain bytes and keep their content_type in their row), then call complete_upload. Both addresses are null if the bytes have arrived already.',
    method: 'POST',
    caller: 'member',
    args: {
      files: v.pipe(list(file), v.minLength(1), v.maxLength(100)),
      studio_id: maybe(id),
      project_id: maybe(id),
      task_id: maybe(id),
      comment_id: maybe(id),
      version_id: maybe(id),
      with_own_token: maybe(yes),
    },
    returns: object({
      uploads: list(
        object({
          id: id,
          upload_url: orNull(text),
          direct_url: orNull(text),
          download_url: text,
          filename: text,
          content_type: text,
          stored_type: text,
          size_bytes: whole,
          r2_key: text,
          takes_parts: yes,
        }),
      ),
    }),
    errors: { invalid_input: 'what is wrong with the files', rate_limited: 'too many calls in this minute' },
  },
  'upload-parts': {
    says: 'Uploads a large file to a bucket in parts, if upload-attachment returned takes_parts: PUT the bytes of each part listed, then call again with the upload_id, until is_whole; then call complete_upload. Without an upload_id in the response the file has to be sent in one piece. Each part is part_bytes long, the last one may be shorter. An upload can be resumed from anywhere. give_up discards what has arrived.',
    method: 'POST',
    caller: 'member',
    args: { media_id: id, upload_id: maybe(text), give_up: maybe(yes) },
    returns: object({
      upload_id: orNull(text),
      part_bytes: orNull(whole),
      sent_bytes: orNull(whole),
      parts: list(object({ number: whole, url: text })),
      is_whole: yes,
    }),
    errors: {
      P0002: "unknown file, or somebody else's",
      storage_unavailable: 'the bucket did not respond, or refused',
    },
  },
  'get-attachment-url': {
    says: 'Returns the address of a file, valid for an hour.',
    method: 'POST',
    caller: 'member',
    args: { media_id: id },
    returns: object({ url: text }),
    errors: { P0002: 'unknown file, or one whose bytes are missing' },
  },
  'get-attachment-urls': {
    says: 'Returns the addresses of up to 500 files, valid for an hour, leaving out files that are unknown or not stored.',
    method: 'POST',
    caller: 'member',
    args: { media_ids: v.pipe(list(id), v.maxLength(500)) },
    returns: object({ urls: list(object({ id: id, url: text })) }),
  },
  notifications: {
    says: 'Lists a page of the caller’s notifications, newest first; next_cursor leads to the next page.',
    method: 'GET',
    caller: 'member',
    args: { limit: limit(50, 50), after: maybe(text), studio_id: maybe(id) },
    returns: page,
  },
  'studio-feed': {
    says: 'Lists a page of what happened in a studio, newest first; next_cursor leads to the next page. actions is a comma-separated list.',
    method: 'GET',
    caller: 'member',
    args: { studio_id: id, limit: limit(100, 100), after: maybe(text), actions: maybe(text) },
    returns: page,
  },
  'exchange-token': {
    says: 'Exchanges an access token for a session of fifteen minutes, for interfaces that only take sessions, such as realtime channels.',
    method: 'POST',
    caller: 'none',
    args: { token: text },
    returns: object({
      access_token: text,
      expires_at: whole,
      studio_id: id,
      user: object({ id: id, email: orNull(text), name: text }),
    }),
    errors: { invalid_token: 'the reason in a sentence' },
  },
  'device-sign-in': {
    says: 'Signs in a machine that has no browser (RFC 8628): call it with client_name first, then with device_code repeatedly until the person has approved.',
    method: 'POST',
    caller: 'none',
    args: { client_name: maybe(text), device_code: maybe(text) },
    returns: object({
      device_code: maybe(text),
      user_code: maybe(text),
      expires_in: maybe(whole),
      interval: maybe(whole),
      token: maybe(text),
      name: maybe(text),
      expires_at: maybe(moment),
    }),
    errors: {
      authorization_pending: 'ask again after the interval',
      slow_down: 'ask less often',
      access_denied: 'the person denied it',
      expired_token: 'start again',
    },
  },
  'calendar-feed': {
    says: 'Returns a person’s plan as iCalendar (RFC 5545).',
    method: 'GET',
    caller: 'none',
    args: { token: text },
    returns: text,
  },
}
