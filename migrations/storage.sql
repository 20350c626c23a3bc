-- Runs at every start, and changes only what is not so yet.
-- A posting's numbers come one after the other while it is posted. Room left on each page lets them be written where the
-- row stands: with full pages each number made new entries in all indexes, a third more to log for each request.
do $$
begin
  if not exists (select from pg_class where oid = 'public.postings'::regclass and 'fillfactor=70' = any (reloptions)) then
    alter table public.postings set (fillfactor = 70);
  end if;
end
$$;

-- Of companies the database counts how many there are, and how large the largest is. Counted one by one it expects no row of
-- one that it has not met, and finds going through all of a company's rows as cheap as looking one up by its key: for each
-- invoice of a new company it went through all of them, half a minute for three thousand (decisions/034).
do $$
declare
  tenant_table text;
begin
  for tenant_table in
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and a.attname = 'company_id' and not a.attisdropped
      and a.attstattarget is distinct from 1
  loop
    execute format('alter table public.%I alter column company_id set statistics 1', tenant_table);
  end loop;
end
$$;
