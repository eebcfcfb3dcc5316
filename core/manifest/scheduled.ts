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

/** What schedules and functions ask; for the service key. */
export const scheduled = defineProcedures({
  claim_digests: {
    says: "Digests that are due, at 08:00 in each person's own time zone: {user_id, email, name, digest, day, stop_token, total, until, items} with what they have not viewed and was in no digest yet, newest first, 30 items at most. One that is not settled comes again after 10, 20, 40 and 80 minutes, five times in all.",
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
    errors: { '22023': 'for a limit outside 1 to 100' },
  },
  claim_pushes: {
    says: "What to push now, one entry a browser: {subscription_id, endpoint, p256dh, auth, recipient_id, waiting, unread, type, actor_name, studio_name, data, created_at} with the task's names and url. Each notification of the last hour is taken once, a review's ten minutes after its last word or once it is locked; an entry that is not settled comes again after 1, 4, 16 and 64 minutes, five times in all.",
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
    errors: { '22023': 'for a limit outside 1 to 100' },
  },
  forget_discarded_objects: {
    says: 'For the schedule: these bytes are gone from the storage. Answers how many it had been told of; those that it never says come again.',
    args: { p_keys: list(text) },
    returns: whole,
    caller: 'service',
  },
  list_discarded_objects: {
    says: 'For the schedule: paths of bytes to remove from the storage, at most 100. No file has them: what several shared is named after the last of them went, an hour later where the sweep removed it, else after the 30 days in which a deletion can be taken back.',
    args: { p_limit: byDefault(whole, 100) },
    returns: json,
    caller: 'service',
    errors: { '22023': 'for another limit' },
  },
  save_push_subscription: {
    says: "Keeps the caller's browser as one to tell by web push, with the keys of RFC 8291 in base64url; the newest 20 of a person stay.",
    args: { p_endpoint: text, p_p256dh: text, p_auth: text, p_label: byDefault(text, '') },
    returns: nothing,
    errors: { '22023': 'for anything else', '42501': "for a token's session" },
  },
  settle_digest: {
    says: 'A claimed digest was sent: its notifications come in no other, and the next one is due another day. Whether the person gets digests at all.',
    args: { p_user_id: id, p_day: day, p_until: moment },
    returns: yes,
    caller: 'service',
  },
  settle_pushes: {
    says: 'What became of claimed pushes: [{subscription_id, recipient_id, waiting, outcome, retry_seconds?}]. sent is done, gone takes the browser away, later leaves it to be tried again, no sooner than in retry_seconds. Answers how many were settled.',
    args: {
      p_results: list(
        object({ subscription_id: id, recipient_id: id, waiting: whole, outcome: text, retry_seconds: maybe(whole) }),
      ),
    },
    returns: whole,
    caller: 'service',
    errors: { '22023': 'for another outcome' },
  },
  stop_digest: {
    says: "Ends the digests of the person whose mail carried this token; whether there is one. Asked by the function that a mail's unsubscribe link leads to.",
    args: { p_token: id },
    returns: yes,
    caller: 'service',
  },
  sweep_media: {
    says: 'For the schedule: sweeps the studio that comes after another one, the first after null, and answers {studio_id, files}; studio_id is null after the last. Its history of deletions is pruned with it. Files that nothing has shown for 90 days lose their rows: a device that was away for that long may still post what it sent before.',
    args: { p_after_id: maybe(id) },
    returns: object({ studio_id: id, files: whole }),
    caller: 'service',
  },
})
