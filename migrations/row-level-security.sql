-- Runs at every start. Every table with a company_id stands under the same policy, so that a new table cannot be
-- forgotten: the role radvis_company sees and writes only the company named by app.company_id (platform/database.ts).
-- What stands under it already is left alone: changing it would lock tables that other processes are at work in. The
-- comment on the policy says which edition of this file made it; whoever changes the policy or its grants raises the number.
do $$
declare
  edition constant text := 'radvis 1';
  tenant_table text;
begin
  -- Roles belong to the whole server: another database's migration may make it in the same moment.
  begin
    if not exists (select from pg_roles where rolname = 'radvis_company') then
      create role radvis_company nologin;
    end if;
  exception when duplicate_object or unique_violation then null;
  end;
  -- From PostgreSQL 16 on, whoever makes a role may not take it on without being granted that.
  if not pg_has_role(current_user, 'radvis_company', case when current_setting('server_version_num')::int >= 160000 then 'SET' else 'MEMBER' end) then
    execute format('grant radvis_company to %I', current_user);
  end if;
  if not has_schema_privilege('radvis_company', 'public', 'usage') then
    grant usage on schema public to radvis_company;
  end if;

  for tenant_table in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'company_id' and not a.attisdropped
      and not (c.relrowsecurity and has_table_privilege('radvis_company', c.oid, 'select') and exists (
        select from pg_policy p
        where p.polrelid = c.oid and p.polname = 'one_company' and obj_description(p.oid, 'pg_policy') = edition))
  loop
    execute format('alter table public.%I enable row level security', tenant_table);
    execute format('drop policy if exists one_company on public.%I', tenant_table);
    execute format(
      'create policy one_company on public.%I to radvis_company using (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid) with check (company_id = nullif(current_setting(''app.company_id'', true), '''')::uuid)',
      tenant_table
    );
    execute format('grant select, insert, update, delete on public.%I to radvis_company', tenant_table);
    execute format('comment on policy one_company on public.%I is %L', tenant_table, edition);
  end loop;
end
$$;

-- The only ways past the policies: what a company may know of others that are connected to the same company in the
-- accounting system as one of its own connections (decisions/028). Whoever changes a function raises the number.
do $$
declare
  edition constant text := 'radvis 1';
begin
  if obj_description(to_regprocedure('public.imported_by_others(uuid, text[])'), 'pg_proc') = edition then
    return;
  end if;
  create or replace function public.has_others_there(own_connection uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $function$
    select exists (
      select from connections own
      join connections other on other.connector_id = own.connector_id and other.tenant_id = own.tenant_id and other.company_id <> own.company_id
      where own.company_id = nullif(current_setting('app.company_id', true), '')::uuid and own.id = own_connection)
  $function$;
  create or replace function public.imported_by_others(own_connection uuid, asked text[])
  returns table (fingerprint text, occurrence integer)
  language sql stable security definer set search_path = pg_catalog, public, pg_temp as $function$
    select p.fingerprint, p.occurrence
    from connections own
    join connections other on other.connector_id = own.connector_id and other.tenant_id = own.tenant_id and other.company_id <> own.company_id
    join imported_purchases p on p.company_id = other.company_id and p.connection_id = other.id
      and p.fingerprint = any(asked) and not p.is_released
    where own.company_id = nullif(current_setting('app.company_id', true), '')::uuid and own.id = own_connection
  $function$;
  revoke all on function public.has_others_there(uuid), public.imported_by_others(uuid, text[]) from public;
  grant execute on function public.has_others_there(uuid), public.imported_by_others(uuid, text[]) to radvis_company;
  execute format('comment on function public.imported_by_others(uuid, text[]) is %L', edition);
end
$$;
