import { byDefault, defineProcedures, id, json, list, maybe, oneOf, text, told, whole, yes } from './define.ts'

/** Reports that are sent by themselves. */
export const reports = defineProcedures({
  claim_report: {
    says: 'The next report that is to be sent, with what its owner may see: {schedule_id, due, studio_id, owner_id, name, period, view_id, space_id, url, form, email, person, time_zone, attempt} and, of a timesheet, {from, to, entries}, of a saved view {view: {space_id, name, form, studio, spaces, casting}} with pulls as clients have them; null where there is none. One whose view or space is gone stops, and one that cannot be made says why in problem. It is noted in the audit log. One that is not settled comes again after 5, 10, 20 and 40 minutes, five times in all. Only for whoever runs the worker.',
    args: {},
    returns: json,
    caller: 'service',
  },
  delete_report: {
    says: 'Ends a report of the caller.',
    args: { p_id: id },
    returns: json,
    errors: { P0002: 'unknown report' },
  },
  has_reports: {
    says: "Whether a report is to be sent now. Definer: reports are others'; only for whoever runs the worker.",
    args: {},
    returns: json,
    reads: true,
    caller: 'service',
  },
  list_reports: {
    says: "The caller's reports in a studio by name: [{id, name, period, view_id, space_id, days, at_time, url, form, is_active, stopped, problem, due, next_at, created_at, updated_at, is_signed, last}]; problem says why one cannot be sent as it is, due is what their clock shows next, last is {due, state: waiting | sent | failed, attempts, problem, done_at}.",
    args: { p_studio_id: id },
    returns: json,
    reads: true,
  },
  renew_report_secret: {
    says: 'Gives a report of the caller a secret that its CSV is signed with when it is posted, in place of the one it had, and answers it, once: {secret, old_until}. For 24 hours it is signed by both; p_is_at_once ends the old one now. A report that was never given one is not signed.',
    args: { p_id: id, p_is_at_once: byDefault(yes, false) },
    returns: json,
    errors: { P0002: 'unknown report' },
  },
  save_report: {
    says: "Makes or changes a report of the caller under the id its sender gives it, and answers it: the timesheet of the last day, week or month (p_period), or what a saved view shows (p_view_id), as CSV, on days (1 is Monday) at a time of the caller's zone, mailed to them or posted to an address, which takes the right to manage users. It is sent with what they may see then.",
    args: {
      p_studio_id: id,
      p_id: id,
      p_name: text,
      p_days: list(whole),
      p_at_time: text,
      p_period: maybe(told('of the timesheet, the last whole one', oneOf('day', 'week', 'month'))),
      p_view_id: maybe(id),
      p_url: byDefault(text, ''),
      p_form: byDefault(
        told('what the address takes', oneOf('standard', 'slack', 'discord', 'mattermost', 'teams')),
        'standard',
      ),
      p_is_active: byDefault(yes, true),
    },
    returns: json,
    errors: {
      P0002: 'unknown studio, report or view',
      '42501': 'not allowed',
      '22023': 'a bad name, period, day, time, address or form',
    },
  },
  send_report: {
    says: 'Sends a report of the caller now, besides its times; list_reports says what became of it.',
    args: { p_id: id },
    returns: json,
    errors: { P0002: 'unknown report', '22023': 'one that is off, or whose view or space is gone or out of sight' },
  },
  sign_report: {
    says: 'The headers that sign what a claimed report is posted as, under an id of its own, as Standard Webhooks say: {webhook-timestamp, webhook-signature}; null where it has no secret. Only for whoever runs the worker.',
    args: { p_schedule_id: id, p_id: text, p_body: text },
    returns: json,
    reads: true,
    caller: 'service',
  },
  settle_report: {
    says: 'What became of a claimed report: sent, or why not, and then it is tried again. Whether it waited. Only for whoever runs the worker.',
    args: { p_schedule_id: id, p_due: text, p_is_sent: yes, p_problem: byDefault(text, '') },
    returns: json,
    caller: 'service',
  },
})
