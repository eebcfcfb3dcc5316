import {
  byDefault,
  defineProcedures,
  id,
  json,
  list,
  maybe,
  moment,
  object,
  orNull,
  text,
  told,
  whole,
  yes,
} from './define.ts'
import { studioMembersRow, studiosRow } from './rows-of-tables.ts'

/** Members of a studio, and who may become one. */
export const people = defineProcedures({
  accept_studio_invite: {
    says: "Joins the studio of an invite link as Member and answers its row; a member already is left as they are. One error for unknown, expired and revoked links and for people who were removed or archived: 22023 'Invalid invite link'. Ten wrong tries a minute, then 429 with Retry-After.",
    args: { p_token: text },
    returns: studiosRow,
  },
  can_edit_studio_roles: {
    says: "Whether the caller may change members' roles: an owner or admin whose role may manage users.",
    args: { p_studio_id: id },
    returns: yes,
    reads: true,
    permissions: ['admin_users'],
  },
  generate_studio_invite: {
    says: 'Makes an invite link that admits many people as Member until it expires or is revoked: one row with its token, 24 hexadecimal characters shown only now.',
    args: { p_studio_id: id, p_expires_in_days: byDefault(told('days until it expires', whole), 14) },
    returns: list(object({ token: text, expires_at: orNull(moment), id: id })),
    permissions: ['admin_users'],
    errors: { '22023': 'days outside 1 to 365', '42501': 'a role that may not manage users', P0002: 'unknown studio' },
  },
  get_team_members_for_studio: {
    says: "Whom work can be given to in one of the caller's studios: active members by name. Empty for anybody else.",
    args: { p_studio_id: id },
    returns: list(object({ user_id: id, display_name: orNull(text), role: text, avatar_url: orNull(text) })),
    reads: true,
  },
  get_user_basic_info: {
    says: "Name, address and picture of everybody in one of the caller's studios, archived members included. Empty for anybody else.",
    args: { studio_id_param: id },
    returns: list(object({ user_id: id, email: orNull(text), display_name: orNull(text), avatar_url: orNull(text) })),
    reads: true,
  },
  list_removed_members: {
    says: "Whom the caller may let in again, the last removed first: people below the caller's own role. Empty for whoever may not manage users.",
    args: { p_studio_id: id },
    returns: list(
      object({
        user_id: id,
        role: text,
        removed_at: orNull(moment),
        display_name: orNull(text),
        email: orNull(text),
        avatar_url: orNull(text),
      }),
    ),
    reads: true,
    permissions: ['admin_users'],
  },
  list_studio_invites: {
    says: "A studio's invite links, newest first, with how many joined by each. Empty for whoever may not manage its users.",
    args: { p_studio_id: id },
    returns: list(
      object({
        id: id,
        created_by: orNull(id),
        created_at: orNull(moment),
        expires_at: orNull(moment),
        revoked_at: orNull(moment),
        is_valid: yes,
        use_count: whole,
      }),
    ),
    reads: true,
  },
  list_studio_members: {
    says: "The members of one of the caller's studios by role, then name, archived last. Empty for anybody else.",
    args: { p_studio: id },
    returns: list(
      object({
        user_id: id,
        role: text,
        role_id: id,
        is_archived: yes,
        archived_at: orNull(moment),
        display_name: orNull(text),
        email: orNull(text),
        avatar_url: orNull(text),
      }),
    ),
    reads: true,
  },
  readmit_member: {
    says: 'Lets somebody who was removed in again, with the role they had, and answers the membership; a repeat answers it again. Their comments and revisions were never gone.',
    args: { p_studio_id: id, p_user_id: id },
    returns: studioMembersRow,
    permissions: ['admin_users'],
    errors: {
      '42501': "not allowed: only people below the caller's own role",
      P0002: 'unknown studio or nobody removed',
    },
  },
  remove_studio_member: {
    says: "Ends a membership, never the person's comments or revisions; no invite link lets them in again. True where there was one, false on a repeat.",
    args: { p_studio_id: id, p_user_id: id },
    returns: yes,
    permissions: ['admin_users'],
    errors: { '42501': 'not allowed: an owner cannot be removed', P0002: 'unknown studio' },
  },
  revoke_studio_invite: {
    says: 'Ends an invite link at once; true, also on a repeat.',
    args: { p_invite_id: id },
    returns: yes,
    permissions: ['admin_users'],
    errors: { P0002: 'where there is none the caller may manage' },
  },
  save_preference: {
    says: 'Keeps something for the caller alone under a key, in place of what was kept there. Answers {rev: null}. A repeat changes nothing, also where it was saved anew since. 22023 no key or no value, 23514 too large.',
    args: { p_key: text, p_value: json, p_operation_id: maybe(id) },
    returns: object({ rev: orNull(whole) }),
    errors: { '22023': 'no key or no value', '23514': 'too large' },
  },
  save_templates: {
    says: "Changes the super-admin's templates of a kind ('stage' or 'status'), all or nothing: {entries: [row], templates: [row], selections: [{template_id, entry_ids}], gone_templates: [id], gone_entries: [id]}, each may be left out; entries and templates that are there are changed, others added; a selection stands in the order of its ids. Answers {rev: null}. A repeat changes nothing, also where somebody has changed them since.",
    args: { p_kind: text, p_changes: json, p_operation_id: maybe(id) },
    returns: object({ rev: orNull(whole) }),
    errors: {
      '22023': 'another kind or no changes',
      '42501': 'somebody else than the super-admin',
      '23505': 'a name that is taken',
      '23503': 'a selection of what is not there',
    },
  },
  set_member_archived: {
    says: 'Archives a member, who keeps their history and loses access, or brings them back; answers the membership. A repeat changes nothing.',
    args: { p_studio_id: id, p_user_id: id, p_is_archived: byDefault(yes, true) },
    returns: studioMembersRow,
    permissions: ['admin_users'],
    errors: { '42501': 'not allowed: an owner cannot be archived', P0002: 'unknown studio or member' },
  },
  update_studio_member_role: {
    says: "Gives a member another role. Answers {success, error, data}: data is {studio_id, user_id, role_id}; error says why not. Only owners and admins may; an owner's role never changes and is given to nobody. A repeat answers the same and changes nothing, also where it was changed since.",
    args: { p_studio_id: id, p_user_id: id, p_new_role_id: id, p_operation_id: maybe(id) },
    returns: object({ success: yes, error: orNull(text), data: json }),
  },
})
