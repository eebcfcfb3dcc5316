import { byDefault, defineProcedures, id, json, list, maybe, oneOf, text, described, whole, yes } from './define.ts'

/** Scheduled reports. */
export const reports = defineProcedures({
  claim_report: {
    says: 'Claims the next report that is due, with what its owner may see: {schedule_id, due, studio_id, owner_id, name, period, view_id, space_id, url, form, email, person, time_zone, attempt} and, for a timesheet, {from, to, entries}, for a saved view {view: {space_id, name, form, studio, spaces, casting}} with pulls as clients get them; null if there is none. A report whose view or space is gone is stopped, and one that cannot be made gives the reason in problem. The claim is recorded in the audit log. One that is not settled is claimed again after 5, 10, 20 and 40 minutes, five times in all. For the worker only.',
    args: {},
    returns: json,
    caller: 'service',
  },
  delete_report: {
    says: 'Deletes a report of the caller.',
    args: { p_id: id },
    returns: json,
    errors: { P0002: 'unknown report' },
  },
  has_reports: {
    says: "Returns whether a report is due now. Definer: reports are others'; for the worker only.",
    args: {},
    returns: json,
    reads: true,
    caller: 'service',
  },
  list_reports: {
    says: "Lists the caller's reports in a studio by name: [{id, name, period, view_id, space_id, days, at_time, url, form, is_active, stopped, problem, due, next_at, created_at, updated_at, is_signed, last}]; problem says why one cannot be sent as it is, due is its next time by their clock, last is {due, state: waiting | sent | failed, attempts, problem, done_at}.",
    args: { p_studio_id: id },
    returns: json,
    reads: true,
  },
  renew_report_secret: {
    says: 'Gives a report of the caller a new secret to sign its CSV with when it is posted, and returns it, once: {secret, old_until}. For 24 hours it is signed with both; p_is_at_once ends the old one now. A report that was never given a secret is not signed.',
    args: { p_id: id, p_is_at_once: byDefault(yes, false) },
    returns: json,
    errors: { P0002: 'unknown report' },
  },
  save_report: {
    says: "Creates or changes a report of the caller under an id that the caller chooses, and returns it: the timesheet of the last day, week or month (p_period), or what a saved view shows (p_view_id), as CSV, on days (1 is Monday) at a time in the caller's time zone, mailed to them or posted to an address, which requires the right to manage users. It contains what they may see when it is sent.",
    args: {
      p_studio_id: id,
      p_id: id,
      p_name: text,
      p_days: list(whole),
      p_at_time: text,
      p_period: maybe(described('of the timesheet, the last whole one', oneOf('day', 'week', 'month'))),
      p_view_id: maybe(id),
      p_url: byDefault(text, ''),
      p_form: byDefault(
        described('what the address takes', oneOf('standard', 'slack', 'discord', 'mattermost', 'teams')),
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
    says: 'Sends a report of the caller now, outside its schedule; list_reports shows the outcome.',
    args: { p_id: id },
    returns: json,
    errors: {
      P0002: 'unknown report',
      '22023': 'a report that is off, or whose view or space is deleted or hidden from the caller',
    },
  },
  sign_report: {
    says: 'Returns the headers that sign a claimed report for posting, under an id of its own, as Standard Webhooks specify: {webhook-timestamp, webhook-signature}; null if it has no secret. For the worker only.',
    args: { p_schedule_id: id, p_id: text, p_body: text },
    returns: json,
    reads: true,
    caller: 'service',
  },
  settle_report: {
    says: 'Records the outcome of a claimed report: sent, or the reason why not, and then it is tried again. Returns whether it was waiting. For the worker only.',
    args: { p_schedule_id: id, p_due: text, p_is_sent: yes, p_problem: byDefault(text, '') },
    returns: json,
    caller: 'service',
  },
})
