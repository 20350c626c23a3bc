ALTER TABLE "connections" ADD COLUMN "tenant_number" text;--> statement-breakpoint
ALTER TABLE "connections" ADD COLUMN "accepted_number" text;