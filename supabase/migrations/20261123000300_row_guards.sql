-- Trigger functions shared by tables. Triggers of one event fire in the order of their names, so the letter in a name
-- sets its place: a_parents fills in what a row belongs to, b_keep refuses changes to immutable columns, c_rev takes
-- the revision, d_links and e_rules check the result. Stamps come last: a forbidden change is refused, not corrected.

create function private.tg_keep_columns() returns trigger
language plpgsql set search_path = '' as $$
-- Refuses a change of the columns named in the arguments (42501).
declare
  v_old jsonb := to_jsonb(old);
  v_new jsonb := to_jsonb(new);
  v_column text;
begin
  foreach v_column in array tg_argv loop
    if v_old -> v_column is distinct from v_new -> v_column then
      raise exception 'The column % of % cannot be changed', v_column, tg_table_name using errcode = '42501';
    end if;
  end loop;
  return new;
end $$;

create function private.tg_stamp() returns trigger
language plpgsql set search_path = '' as $$
-- Overwrites columns that the database fills in by itself, whichever of them the table has, with its own values. The
-- time at which something happens to a row is the current one. Writing in another person's name is refused (42501).
declare
  v_new jsonb := to_jsonb(new);
  v_old jsonb;
begin
  if tg_op = 'INSERT' then
    if v_new ->> 'created_by' <> auth.uid()::text then
      raise exception 'You can only write in your own name' using errcode = '42501';
    end if;
    return jsonb_populate_record(new, jsonb_build_object('created_at', now(), 'updated_at', now(),
      'created_by', auth.uid(), 'is_stored', false, 'is_edited', false));
  end if;
  v_old := to_jsonb(old);
  return jsonb_populate_record(new, jsonb_build_object('updated_at', now())
    || (select coalesce(jsonb_object_agg(happened, now()), '{}')
      from unnest(array['archived_at', 'viewed_at']) as happened
      where v_new ->> happened is not null and v_new -> happened is distinct from v_old -> happened));
end $$;

create function private.tg_same_studio_links() returns trigger
language plpgsql security definer set search_path = '' as $$
-- Refuses a stage, status or file of another studio (23503). Arguments: column, table, column, table … Definer: looks
-- across studios.
declare
  v_id uuid;
  v_ok boolean;
begin
  for i in 0 .. tg_nargs - 1 by 2 loop
    v_id := (to_jsonb(new) ->> tg_argv[i])::uuid;
    if v_id is not null then
      execute format('select exists (select from public.%I where id = $1 and studio_id = $2)', tg_argv[i + 1])
        into v_ok using v_id, new.studio_id;
      if not v_ok then
        raise exception 'The % is not of this studio', replace(tg_argv[i], '_id', '') using errcode = '23503';
      end if;
    end if;
  end loop;
  return new;
end $$;
