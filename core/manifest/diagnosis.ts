import { defineProcedures, id, json, list, object, text, whole, yes } from './define.ts'

/** Diagnosis of why somebody can or cannot see or do something. */
export const diagnosis = defineProcedures({
  check_rls_status: {
    says: "Lists, for each table the API exposes, whether row rules are on, how many there are, and which verbs the caller's database role has at all.",
    args: {},
    returns: list(
      object({
        table_name: text,
        is_rls_enabled: yes,
        policy_count: whole,
        can_read: yes,
        can_add: yes,
        can_change: yes,
        can_delete: yes,
      }),
    ),
    reads: true,
    isPaged: true,
  },
  debug_collection_access: {
    says: "Explains why the caller does or does not see a space's collections: {user_id, space_id, can_see_space, can_change, collection_count}. Reveals nothing about others.",
    args: { p_space_id: id },
    returns: object({ user_id: id, space_id: id, can_see_space: yes, can_change: yes, collection_count: whole }),
    reads: true,
    permissions: ['create'],
  },
  debug_current_user_context: {
    says: 'Returns whom the database takes the caller for: {user_id, role, email, is_super_admin, active_studio_id, studio_ids, project_count}.',
    args: {},
    returns: object({
      user_id: id,
      role: text,
      email: text,
      is_super_admin: yes,
      active_studio_id: id,
      studio_ids: list(id),
      project_count: whole,
    }),
    reads: true,
  },
  debug_user_studio_access: {
    says: "Lists the caller's own memberships: [{studio_id, studio_name, role, is_archived, project_count}].",
    args: {},
    returns: list(object({ studio_id: id, studio_name: text, role: text, is_archived: yes, project_count: whole })),
    reads: true,
  },
  diagnose_user_roles: {
    says: 'Returns what the caller is in a studio: {user_id, studio_id, is_member, role, level, permissions, can_edit_roles}. Non-members are told that they are not a member.',
    args: { p_studio_id: id },
    returns: object({
      user_id: id,
      studio_id: id,
      is_member: yes,
      role: text,
      level: whole,
      permissions: json,
      can_edit_roles: yes,
    }),
    reads: true,
  },
})
