-- A consent under way is good for ten minutes and asked for again.
DELETE FROM "consent_states";--> statement-breakpoint
ALTER TABLE "consent_states" ADD COLUMN "session_id" uuid NOT NULL;
