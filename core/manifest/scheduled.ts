import {
  byDefault,
  day,
  defineProcedures,
  id,
  json,
  list,
  maybe,
  moment,
  nothing,
  object,
  text,
  whole,
  yes,
} from './define.ts'

/** Procedures called by schedules and functions; for the service key. */
export const scheduled = defineProcedures({
  claim_digests: {
    says: "Claims the digests that are due, at 08:00 in each person's own time zone: {user_id, email, name, digest, day, stop_token, total, until, items} with the notifications they have not viewed and no digest has had, newest first, 30 items at most. One that is not settled is claimed again after 10, 20, 40 and 80 minutes, five times in all.",
    args: { p_limit: byDefault(whole, 20) },
    returns: list(
      object({
        user_id: id,
        email: text,
        name: text,
        digest: text,
        day: day,
        stop_token: text,
        total: whole,
        until: moment,
        items: json,
      }),
    ),
    caller: 'service',
    errors: { '22023': 'a limit outside 1 to 100' },
  },
  claim_pushes: {
    says: "Claims what to push now, one entry per browser: {subscription_id, endpoint, p256dh, auth, recipient_id, waiting, unread, type, actor_name, studio_name, data, created_at} with the task's names and url. Each notification of the last hour is claimed once, a review's ten minutes after its last news or once it is locked; an entry that is not settled is claimed again after 1, 4, 16 and 64 minutes, five times in all.",
    args: { p_limit: byDefault(whole, 100) },
    returns: list(
      object({
        subscription_id: id,
        endpoint: text,
        p256dh: text,
        auth: text,
        recipient_id: id,
        waiting: whole,
        unread: whole,
        type: text,
        actor_name: text,
        studio_name: text,
        data: json,
        created_at: moment,
      }),
    ),
    caller: 'service',
    errors: { '22023': 'a limit outside 1 to 100' },
  },
  forget_discarded_objects: {
    says: 'For the schedule: records that these bytes are gone from storage. Returns how many of them were on the list; bytes that are never reported are listed again.',
    args: { p_keys: list(text) },
    returns: whole,
    caller: 'service',
  },
  list_discarded_objects: {
    says: 'For the schedule: lists paths of bytes to remove from storage, at most 100. No file uses them: shared bytes are listed after the last of their files went, an hour later if the sweep removed it, else after the 30 days in which a deletion can be undone.',
    args: { p_limit: byDefault(whole, 100) },
    returns: json,
    caller: 'service',
    errors: { '22023': 'an invalid limit' },
  },
  save_push_subscription: {
    says: "Registers the caller's browser for web push, with the keys of RFC 8291 in base64url; the newest 20 of a person are kept.",
    args: { p_endpoint: text, p_p256dh: text, p_auth: text, p_label: byDefault(text, '') },
    returns: nothing,
    errors: { '22023': 'invalid details', '42501': "a token's session" },
  },
  settle_digest: {
    says: 'Records that a claimed digest was sent: its notifications appear in no other, and the next one is due on another day. Returns whether the person gets digests at all.',
    args: { p_user_id: id, p_day: day, p_until: moment },
    returns: yes,
    caller: 'service',
  },
  settle_pushes: {
    says: 'Records the outcome of claimed pushes: [{subscription_id, recipient_id, waiting, outcome, retry_seconds?}]. sent is done, gone removes the browser, later leaves it to be tried again, no sooner than in retry_seconds. Returns how many were settled.',
    args: {
      p_results: list(
        object({ subscription_id: id, recipient_id: id, waiting: whole, outcome: text, retry_seconds: maybe(whole) }),
      ),
    },
    returns: whole,
    caller: 'service',
    errors: { '22023': 'an unknown outcome' },
  },
  stop_digest: {
    says: "Ends the digests of the person whose mail carried this token; returns whether there is one. Called by the function that a mail's unsubscribe link leads to.",
    args: { p_token: id },
    returns: yes,
    caller: 'service',
  },
  sweep_media: {
    says: 'For the schedule: sweeps the studio that comes after another one, the first after null, and returns {studio_id, files}; studio_id is null after the last. Its history of deletions is pruned too. Files that nothing has shown for 90 days lose their rows: a device that was away for that long may still post what it sent before.',
    args: { p_after_id: maybe(id) },
    returns: object({ studio_id: id, files: whole }),
    caller: 'service',
  },
})
