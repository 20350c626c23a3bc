DROP INDEX "imported_purchases_by_import";--> statement-breakpoint
DROP INDEX "posting_steps_by_run";--> statement-breakpoint
DROP INDEX "posting_steps_open";--> statement-breakpoint
DROP INDEX "posting_steps_created";--> statement-breakpoint
DROP INDEX "postings_by_run";--> statement-breakpoint
ALTER TABLE "posting_steps" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "imported_purchases_by_import" ON "imported_purchases" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "posting_steps_by_run" ON "posting_steps" USING btree ("run_id","state");--> statement-breakpoint
CREATE INDEX "posting_steps_open" ON "posting_steps" USING btree ("connection_id","state");--> statement-breakpoint
CREATE INDEX "posting_steps_created" ON "posting_steps" USING btree ("connection_id","ended_at") WHERE ordinal = 0 and state = 'done';--> statement-breakpoint
CREATE INDEX "postings_by_run" ON "postings" USING btree ("run_id","position");--> statement-breakpoint
UPDATE "posting_steps" s SET "position" = p."position" FROM "postings" p WHERE p."company_id" = s."company_id" AND p."id" = s."posting_id";