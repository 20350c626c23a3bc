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
