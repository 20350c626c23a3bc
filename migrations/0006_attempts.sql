CREATE TABLE "attempts" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone[] NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "attempts_by_expiry" ON "attempts" USING btree ("expires_at");