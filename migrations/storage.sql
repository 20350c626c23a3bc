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
