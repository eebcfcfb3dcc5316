import { byDefault, defineProcedures, id, list, maybe, nothing, object, orNull, text, whole, yes } from './define.ts'

/** The work of a media worker; for the service key. */
export const mediaWorker = defineProcedures({
  add_previews: {
    says: 'For media workers: makes room for what was made of a file, [{id, filename, content_type, size_bytes}], at most four; answers [{id, r2_key}].',
    args: {
      p_media_id: id,
      p_lease: id,
      p_files: list(object({ id: id, filename: text, content_type: text, size_bytes: whole })),
    },
    returns: list(object({ id: id, r2_key: text })),
    caller: 'service',
    errors: { '22023': 'for what is no preview', P0002: "where the job is another's by now" },
  },
  claim_media_job: {
    says: 'For media workers: the next file to work on, for so many seconds (1 to 3600) from now and after each report: {media_id, lease, tries, filename, content_type, size_bytes, r2_key, codec, has_poster, has_filmstrip, has_proxy, has_waveform, is_rest where only its larger proxy is left, frame_rate, the one chosen, else that of its item, and of numbered pictures that become one film frames: [{r2_key, number}]}; null where none waits. Two workers are never given the same one.',
    args: { p_worker: text, p_lease_seconds: byDefault(whole, 60) },
    returns: object({
      media_id: id,
      lease: id,
      tries: whole,
      filename: text,
      content_type: text,
      size_bytes: whole,
      r2_key: text,
      codec: orNull(text),
      has_poster: yes,
      has_filmstrip: yes,
      has_proxy: yes,
      has_waveform: yes,
      is_rest: yes,
      frame_rate: orNull(text),
      frames: orNull(list(object({ r2_key: text, number: whole }))),
    }),
    caller: 'service',
    errors: { '22023': 'for a name that is none' },
  },
  fail_media_job: {
    says: 'For media workers: a job could not be done, for a reason in a sentence that people are shown after the third try, at once where trying again is no use.',
    args: { p_media_id: id, p_lease: id, p_problem: text, p_is_final: byDefault(yes, false) },
    returns: nothing,
    caller: 'service',
    errors: { P0002: "where the job is another's by now" },
  },
  finish_media_job: {
    says: 'For media workers: a job is done, or with p_is_done false a part of it: {poster_media_id, thumbnail_media_id, filmstrip_media_id, proxy_media_id, large_proxy_media_id} of what add_previews made room for and whose bytes have arrived, and {width, height, frame_rate, frame_count, duration_ms, codec, start_timecode, first_frame, waveform, preview_note}. Frames that were counted go before what was read of the file. A film in 1080p or more is put back into the queue for its larger proxy alone.',
    args: {
      p_media_id: id,
      p_lease: id,
      p_details: object({
        poster_media_id: id,
        thumbnail_media_id: id,
        filmstrip_media_id: id,
        proxy_media_id: id,
        large_proxy_media_id: maybe(id),
      }),
      p_is_done: byDefault(yes, true),
    },
    returns: nothing,
    caller: 'service',
    errors: { '22023': 'for anything else', P0002: "where the job is another's by now or bytes are missing" },
  },
  has_media_worker: {
    says: 'Whether a media worker asked for work in the last two minutes, and so what browsers do not play will be playable.',
    args: {},
    returns: yes,
    reads: true,
  },
  report_media_job: {
    says: 'For media workers: how far a job is, 0 to 100, which also renews its lease.',
    args: { p_media_id: id, p_lease: id, p_percent: whole, p_lease_seconds: byDefault(whole, 60) },
    returns: nothing,
    caller: 'service',
    errors: { P0002: "where it is another's by now" },
  },
  retry_media_job: {
    says: 'Asks for another three tries at a file that no media worker could make pictures and a proxy of; nothing happens where none has failed. For roles with Comment that may open its project: P0002 for others.',
    args: { p_media_id: id },
    returns: nothing,
    permissions: ['comment'],
  },
})
