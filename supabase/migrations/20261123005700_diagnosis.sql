-- How the database sees the caller, for people who help them.

create function public.diagnose_user_roles(p_studio_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Returns what the caller is in a studio: {user_id, studio_id, is_member, role, level, permissions, can_edit_roles}.
  -- Non-members are told that they are not a member.
  select jsonb_build_object('user_id', auth.uid(), 'studio_id', p_studio_id,
    'is_member', l.level is not null, 'level', l.level,
    'role', (select r.name from public.user_roles r where r.hierarchy_level = l.level),
    'permissions', (select coalesce(jsonb_agg(p), '[]')
      from unnest(array['create', 'delete', 'admin_users', 'comment', 'revisions', 'view_all_projects']) as p
      where p_studio_id = any(private.my_studio_ids_with(p))),
    'can_edit_roles', public.can_edit_studio_roles(p_studio_id))
  from (select private.my_role_level(p_studio_id) as level) as l
$$;

create function public.debug_collection_access(p_space_id uuid) returns jsonb
language sql stable set search_path = '' as $$
  -- Explains why the caller does or does not see a space's collections: {user_id, space_id, can_see_space, can_change,
  -- collection_count}. Reveals nothing about others.
  select jsonb_build_object('user_id', auth.uid(), 'space_id', p_space_id,
    'can_see_space', exists (select from public.spaces s where s.id = p_space_id),
    'can_change', exists (select from public.spaces s
      where s.id = p_space_id and s.project_id = any(private.my_project_ids_with('create'))),
    'collection_count', (select count(*) from public.collections c where c.space_id = p_space_id))
$$;

create function public.debug_current_user_context() returns jsonb
language sql stable set search_path = '' as $$
  -- Returns whom the database takes the caller for: {user_id, role, email, is_super_admin, active_studio_id,
  -- studio_ids, project_count}.
  select jsonb_build_object('user_id', auth.uid(), 'role', current_user,
    'email', (select u.email from public.user_profiles u where u.id = auth.uid()),
    'is_super_admin', private.is_super_admin(), 'active_studio_id', private.active_studio_id(),
    'studio_ids', to_jsonb(private.my_studio_ids()),
    'project_count', cardinality(private.my_project_ids()))
$$;

create function public.check_rls_status() returns table (
  table_name text, is_rls_enabled boolean, policy_count integer, can_read boolean, can_add boolean, can_change boolean,
  can_delete boolean
)
language sql stable set search_path = '' as $$
  -- Lists, for each table the API exposes, whether row rules are on, how many there are, and which verbs the caller's
  -- database role has at all.
  select c.relname::text, c.relrowsecurity,
    (select count(*)::integer from pg_catalog.pg_policy p where p.polrelid = c.oid),
    has_table_privilege(c.oid, 'select'), has_table_privilege(c.oid, 'insert'),
    has_table_privilege(c.oid, 'update'), has_table_privilege(c.oid, 'delete')
  from pg_catalog.pg_class c
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
  order by c.relname
$$;

create function private.my_memberships() returns jsonb
language sql stable security definer set search_path = '' as $$
  -- The caller's own memberships, including archived ones, within what their session may reach. Definer: an archived
  -- member sees no studio.
  select coalesce(jsonb_agg(jsonb_build_object('studio_id', m.studio_id, 'studio_name', s.name, 'role', r.name,
    'is_archived', m.archived_at is not null,
    'project_count', (select count(*) from public.projects p
      where p.studio_id = m.studio_id and p.id = any(private.my_project_ids())))
      order by m.created_at, m.studio_id), '[]')
  from public.studio_members m join public.studios s on s.id = m.studio_id join public.user_roles r on r.id = m.role_id
  where m.user_id = auth.uid() and coalesce((select private.my_scope()), m.studio_id) = m.studio_id
$$;

create function public.debug_user_studio_access() returns jsonb
language sql stable set search_path = '' as $$
  -- Lists the caller's own memberships: [{studio_id, studio_name, role, is_archived, project_count}].
  select private.my_memberships()
$$;

grant execute on function
  public.diagnose_user_roles(uuid), public.debug_collection_access(uuid), public.debug_current_user_context(),
  public.check_rls_status(), private.my_memberships(), public.debug_user_studio_access()
to authenticated, service_role;
