CREATE TABLE "companies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"organisation_number" text NOT NULL,
	"address" text NOT NULL,
	"zip_code" text NOT NULL,
	"city" text NOT NULL,
	"country" text NOT NULL,
	"billing_email" text NOT NULL,
	"firm_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "companies_organisation_number_unique" UNIQUE("organisation_number")
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"secret_hash" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invitations_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"company_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "memberships_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"active_company_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"mobile" text NOT NULL,
	"language" text DEFAULT 'sv' NOT NULL,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "events" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"type" text NOT NULL,
	"activity" text NOT NULL,
	"subject" text NOT NULL,
	"invoice_number" text,
	"run_id" uuid,
	"actor_id" uuid,
	"params" jsonb NOT NULL,
	CONSTRAINT "events_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connector_id" text NOT NULL,
	"state" text NOT NULL,
	"tenant_id" text,
	"tenant_name" text,
	"access_token" text,
	"refresh_token" text,
	"expires_at" timestamp with time zone,
	"token_version" integer DEFAULT 0 NOT NULL,
	"refreshing_until" timestamp with time zone,
	"refreshed_at" timestamp with time zone,
	"scopes" text[] NOT NULL,
	"lost_reason" text,
	"connected_by" uuid,
	"connected_at" timestamp with time zone NOT NULL,
	"invoices_read_at" timestamp with time zone,
	CONSTRAINT "connections_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_connection_per_connector" UNIQUE("company_id","connector_id")
);
--> statement-breakpoint
CREATE TABLE "consent_states" (
	"company_id" uuid NOT NULL,
	"state" text NOT NULL,
	"connector_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"key_verifier" text,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consent_states_company_id_state_pk" PRIMARY KEY("company_id","state")
);
--> statement-breakpoint
CREATE TABLE "known_invoices" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"number" text NOT NULL,
	"supplier_number" text NOT NULL,
	"invoice_number" text,
	"reference" text,
	"day" date,
	"currency" text NOT NULL,
	"total" bigint NOT NULL,
	"is_cancelled" boolean NOT NULL,
	CONSTRAINT "known_invoices_company_id_connection_id_number_pk" PRIMARY KEY("company_id","connection_id","number")
);
--> statement-breakpoint
CREATE TABLE "obstacles" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"step" text NOT NULL,
	"service_code" text,
	"message" text,
	"day" date,
	"met_at" timestamp with time zone NOT NULL,
	CONSTRAINT "obstacles_company_id_connection_id_kind_step_pk" PRIMARY KEY("company_id","connection_id","kind","step")
);
--> statement-breakpoint
CREATE TABLE "paces" (
	"key" text PRIMARY KEY NOT NULL,
	"holder" uuid,
	"held_until" timestamp with time zone NOT NULL,
	"busy_ms" jsonb NOT NULL,
	"released_at" timestamp with time zone NOT NULL,
	"unheard_of" integer,
	"blocked_until" timestamp with time zone NOT NULL,
	"heir" uuid,
	"heir_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "posting_settings" (
	"company_id" uuid NOT NULL,
	"connector_id" text NOT NULL,
	"uses_warehouse" boolean NOT NULL,
	"credit_account" integer,
	"payment_account" integer,
	"mode_of_payment" text,
	"bookkeep_invoices" boolean NOT NULL,
	"pay_invoices" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "posting_settings_company_id_connector_id_pk" PRIMARY KEY("company_id","connector_id")
);
--> statement-breakpoint
CREATE TABLE "registers" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "registers_company_id_connection_id_kind_pk" PRIMARY KEY("company_id","connection_id","kind")
);
--> statement-breakpoint
CREATE TABLE "exports" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"template_name" text NOT NULL,
	"connection_id" uuid NOT NULL,
	"format" text NOT NULL,
	"filter" jsonb NOT NULL,
	"destination" jsonb,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"invoices" integer NOT NULL,
	"read" integer NOT NULL,
	"file_key" text,
	"file_name" text NOT NULL,
	"problem" jsonb,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "exports_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "import_rows" (
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"id" integer NOT NULL,
	"number" integer NOT NULL,
	"account" integer,
	"occurrence" integer,
	"amount" bigint,
	"vat" bigint,
	"state" text NOT NULL,
	"supplier_number" text,
	"supplier_name" text,
	"vat_type" text,
	"sheet" text NOT NULL,
	"cells" text NOT NULL,
	"problems" jsonb NOT NULL,
	"reading" text,
	"section" text,
	"normalised_merchant" text,
	"fingerprint" text collate "C",
	"invoice_number" text,
	"decision" text,
	"returned" jsonb,
	"unread" jsonb,
	"credit_of" jsonb,
	"edits" jsonb,
	CONSTRAINT "import_rows_company_id_import_id_id_pk" PRIMARY KEY("company_id","import_id","id")
);
--> statement-breakpoint
CREATE TABLE "imported_purchases" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"fingerprint" text collate "C" NOT NULL,
	"occurrence" integer NOT NULL,
	"import_id" uuid NOT NULL,
	"row_id" integer NOT NULL,
	"row_number" integer NOT NULL,
	"file_name" text NOT NULL,
	"reference" text NOT NULL,
	"given_back" integer DEFAULT 0 NOT NULL,
	"is_released" boolean DEFAULT false NOT NULL,
	CONSTRAINT "imported_purchases_company_id_connection_id_fingerprint_occurrence_pk" PRIMARY KEY("company_id","connection_id","fingerprint","occurrence")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"template_name" text NOT NULL,
	"template_version" integer NOT NULL,
	"granularity" text NOT NULL,
	"needs_approval" boolean NOT NULL,
	"connector_id" text NOT NULL,
	"connection_id" uuid NOT NULL,
	"file_key" text NOT NULL,
	"file_name" text NOT NULL,
	"file_sha256" text NOT NULL,
	"state" text NOT NULL,
	"options" jsonb NOT NULL,
	"totals" jsonb,
	"invoices" integer NOT NULL,
	"fingerprint" text,
	"rate_currencies" text[] NOT NULL,
	"months" text[] NOT NULL,
	"control_sums" jsonb NOT NULL,
	"warnings" jsonb NOT NULL,
	"problem" jsonb,
	"supplier_rows" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"run_id" uuid,
	"reopened" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"reading_until" timestamp with time zone,
	CONSTRAINT "imports_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "row_changes" (
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"before" jsonb NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "row_changes_company_id_import_id_pk" PRIMARY KEY("company_id","import_id")
);
--> statement-breakpoint
CREATE TABLE "approval_rules" (
	"company_id" uuid PRIMARY KEY NOT NULL,
	"from_amount" bigint,
	"approver" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lanes" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"holder" uuid,
	"lease_until" timestamp with time zone NOT NULL,
	CONSTRAINT "lanes_company_id_connection_id_pk" PRIMARY KEY("company_id","connection_id")
);
--> statement-breakpoint
CREATE TABLE "posting_steps" (
	"company_id" uuid NOT NULL,
	"posting_id" uuid NOT NULL,
	"ordinal" integer NOT NULL,
	"run_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"step" text NOT NULL,
	"state" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"problem" jsonb,
	CONSTRAINT "posting_steps_company_id_posting_id_ordinal_pk" PRIMARY KEY("company_id","posting_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "postings" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"row_number" integer NOT NULL,
	"text" text NOT NULL,
	"supplier_name" text NOT NULL,
	"reference" text NOT NULL,
	"invoice" jsonb NOT NULL,
	"payment" jsonb,
	"amount" bigint NOT NULL,
	"invoice_number" text,
	"voucher" text,
	"payment_number" text,
	"settled_as" text,
	"settled_by" uuid,
	"settled_at" timestamp with time zone,
	"settled_note" text,
	"undo_outcome" text,
	"undo_problem" jsonb,
	"credit_number" text,
	"credit_voucher" text,
	"credit_payment_number" text,
	CONSTRAINT "postings_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"connection_id" uuid NOT NULL,
	"source" text NOT NULL,
	"target" text NOT NULL,
	"performed_by" uuid NOT NULL,
	"status" text NOT NULL,
	"phase" text DEFAULT 'posting' NOT NULL,
	"approver_role" text,
	"approval_reason" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"refusal" text,
	"undone_by" uuid,
	"undo_started_at" timestamp with time zone,
	"undo_finished_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "runs_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_run_per_confirmation" UNIQUE("company_id","import_id","round")
);
--> statement-breakpoint
CREATE TABLE "exchange_rates" (
	"currency" text NOT NULL,
	"day" date NOT NULL,
	"rate" text NOT NULL,
	CONSTRAINT "exchange_rates_currency_day_pk" PRIMARY KEY("currency","day")
);
--> statement-breakpoint
CREATE TABLE "receipt_addresses" (
	"company_id" uuid NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "receipt_addresses_company_id_pk" PRIMARY KEY("company_id"),
	CONSTRAINT "one_company_per_address" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "receipts" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"file_key" text NOT NULL,
	"file_name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	"from" text NOT NULL,
	"sender" text,
	"facts" jsonb NOT NULL,
	"state" text NOT NULL,
	"reference" text,
	"matched_by" text,
	"reasons" jsonb NOT NULL,
	"declined" text[] NOT NULL,
	"attaching_until" timestamp with time zone,
	"was_sent" integer NOT NULL,
	"file_id" text,
	"problem" jsonb,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "receipts_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_receipt_per_file" UNIQUE("company_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "template_sources" (
	"company_id" uuid NOT NULL,
	"template_id" uuid NOT NULL,
	"connector_id" text NOT NULL,
	"document_id" text NOT NULL,
	"document_name" text NOT NULL,
	"table_id" text NOT NULL,
	"table_name" text NOT NULL,
	"view_id" text,
	"view_name" text,
	"schedule" jsonb,
	"next_at" timestamp with time zone,
	"fetching_since" timestamp with time zone,
	"fetching_until" timestamp with time zone,
	"fetching_extent" text NOT NULL,
	"fetched_at" timestamp with time zone,
	"outcome" jsonb,
	"version" text,
	"seen_key" text,
	"created_by" uuid NOT NULL,
	CONSTRAINT "template_sources_company_id_template_id_pk" PRIMARY KEY("company_id","template_id")
);
--> statement-breakpoint
CREATE TABLE "declined_suggestions" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"merchant" text NOT NULL,
	"supplier_number" text NOT NULL,
	"declined_at" timestamp with time zone NOT NULL,
	CONSTRAINT "declined_suggestions_company_id_connection_id_merchant_supplier_number_pk" PRIMARY KEY("company_id","connection_id","merchant","supplier_number")
);
--> statement-breakpoint
CREATE TABLE "designations" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"mapped_supplier_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"match" text NOT NULL,
	"text" text NOT NULL,
	"normalised" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "designations_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_supplier_per_designation" UNIQUE("company_id","connection_id","match","normalised")
);
--> statement-breakpoint
CREATE TABLE "mapped_suppliers" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"supplier_number" text NOT NULL,
	"supplier_name" text NOT NULL,
	"account" integer,
	"vat_type" text,
	"vat_chosen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "mapped_suppliers_company_id_id_pk" PRIMARY KEY("company_id","id"),
	CONSTRAINT "one_mapping_per_supplier" UNIQUE("company_id","connection_id","supplier_number")
);
--> statement-breakpoint
CREATE TABLE "supplier_creations" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"known" text[] NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	CONSTRAINT "supplier_creations_company_id_connection_id_name_pk" PRIMARY KEY("company_id","connection_id","name")
);
--> statement-breakpoint
CREATE TABLE "supplier_merges" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"into_id" uuid NOT NULL,
	"into_name" text NOT NULL,
	"merged" jsonb NOT NULL,
	"taught" jsonb NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "supplier_merges_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "supplier_readings" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"read_at" timestamp with time zone NOT NULL,
	"whole_at" timestamp with time zone NOT NULL,
	CONSTRAINT "supplier_readings_company_id_connection_id_pk" PRIMARY KEY("company_id","connection_id")
);
--> statement-breakpoint
CREATE TABLE "suppliers" (
	"company_id" uuid NOT NULL,
	"connection_id" uuid NOT NULL,
	"number" text NOT NULL,
	"name" text NOT NULL,
	"organisation_number" text,
	"city" text,
	"country_code" text,
	"is_active" boolean NOT NULL,
	"account" integer,
	"fetched_at" timestamp with time zone NOT NULL,
	CONSTRAINT "suppliers_company_id_connection_id_number_pk" PRIMARY KEY("company_id","connection_id","number")
);
--> statement-breakpoint
CREATE TABLE "templates" (
	"company_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"name" text NOT NULL,
	"bank" text NOT NULL,
	"source_system" text NOT NULL,
	"target_system" text NOT NULL,
	"resource" text NOT NULL,
	"movement" text NOT NULL,
	"granularity" text NOT NULL,
	"sample_file_key" text NOT NULL,
	"sample_file_name" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"version" integer NOT NULL,
	"needs_approval" boolean DEFAULT false NOT NULL,
	"is_shared" boolean NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "templates_company_id_id_pk" PRIMARY KEY("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_firm_id_companies_id_fk" FOREIGN KEY ("firm_id") REFERENCES "public"."companies"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "companies_by_firm" ON "companies" USING btree ("firm_id");--> statement-breakpoint
CREATE INDEX "credentials_by_user" ON "credentials" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "one_invitation_per_address" ON "invitations" USING btree ("company_id","email");--> statement-breakpoint
CREATE INDEX "invitations_by_secret" ON "invitations" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "memberships_by_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_by_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "events_by_time" ON "events" USING btree ("company_id","at");--> statement-breakpoint
CREATE INDEX "events_by_run" ON "events" USING btree ("company_id","run_id");--> statement-breakpoint
CREATE INDEX "connections_by_tenant" ON "connections" USING btree ("connector_id","tenant_id");--> statement-breakpoint
CREATE INDEX "consent_states_by_state" ON "consent_states" USING btree ("state");--> statement-breakpoint
CREATE INDEX "known_invoices_by_supplier" ON "known_invoices" USING btree ("company_id","connection_id","supplier_number");--> statement-breakpoint
CREATE INDEX "known_invoices_by_number" ON "known_invoices" USING btree ("company_id","connection_id","invoice_number");--> statement-breakpoint
CREATE INDEX "exports_by_template" ON "exports" USING btree ("company_id","template_id");--> statement-breakpoint
CREATE INDEX "import_rows_numbered" ON "import_rows" USING btree ("company_id","invoice_number","import_id") WHERE invoice_number is not null;--> statement-breakpoint
CREATE INDEX "import_rows_refunds" ON "import_rows" USING btree ("company_id","supplier_number") WHERE credit_of is not null;--> statement-breakpoint
CREATE INDEX "imported_purchases_by_import" ON "imported_purchases" USING btree ("company_id","import_id");--> statement-breakpoint
CREATE INDEX "imports_by_time" ON "imports" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "imports_by_file" ON "imports" USING btree ("company_id","file_sha256");--> statement-breakpoint
CREATE INDEX "posting_steps_by_run" ON "posting_steps" USING btree ("company_id","run_id","state");--> statement-breakpoint
CREATE INDEX "posting_steps_open" ON "posting_steps" USING btree ("company_id","connection_id","state");--> statement-breakpoint
CREATE INDEX "posting_steps_created" ON "posting_steps" USING btree ("company_id","connection_id","ended_at") WHERE ordinal = 0 and state = 'done';--> statement-breakpoint
CREATE UNIQUE INDEX "one_posting_per_reference" ON "postings" USING btree ("company_id","connection_id","reference") WHERE settled_as is distinct from 'returned';--> statement-breakpoint
CREATE INDEX "postings_made_anew" ON "postings" USING btree ("company_id","connection_id",split_part(reference, '.', 2)) WHERE reference like '%.%';--> statement-breakpoint
CREATE INDEX "postings_by_run" ON "postings" USING btree ("company_id","run_id","position");--> statement-breakpoint
CREATE INDEX "postings_credit_without_voucher" ON "postings" USING btree ("company_id","connection_id") WHERE credit_number is not null and credit_voucher is null;--> statement-breakpoint
CREATE INDEX "runs_by_time" ON "runs" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "receipts_by_reference" ON "receipts" USING btree ("company_id","reference");--> statement-breakpoint
CREATE INDEX "receipts_by_state" ON "receipts" USING btree ("state");--> statement-breakpoint
CREATE INDEX "template_sources_by_time" ON "template_sources" USING btree ("next_at");--> statement-breakpoint
CREATE INDEX "designations_by_supplier" ON "designations" USING btree ("company_id","mapped_supplier_id");