CREATE INDEX "exports_being_written" ON "exports" USING btree ("company_id","id") WHERE state = 'writing';--> statement-breakpoint
CREATE INDEX "imports_being_read" ON "imports" USING btree ("company_id","id") WHERE state = 'reading';--> statement-breakpoint
CREATE INDEX "posting_steps_sent_anew" ON "posting_steps" USING btree ("ended_at") WHERE state = 'done' and problem ->> 'code' = 'sent-anew';--> statement-breakpoint
CREATE INDEX "runs_unended" ON "runs" USING btree ("company_id","connection_id") WHERE status in ('initiated', 'ongoing');--> statement-breakpoint
CREATE INDEX "template_sources_being_fetched" ON "template_sources" USING btree ("company_id","template_id") WHERE fetching_since is not null;