ALTER TABLE "exports" ADD COLUMN "writing_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "writing_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "exports" ADD COLUMN "deaths" integer DEFAULT 0 NOT NULL;