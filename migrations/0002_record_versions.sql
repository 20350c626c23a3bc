CREATE TABLE "record_versions" (
	"company_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"row_number" integer NOT NULL,
	"other_import_id" uuid NOT NULL,
	"other_row_number" integer NOT NULL,
	CONSTRAINT "record_versions_company_id_import_id_row_number_other_import_id_other_row_number_pk" PRIMARY KEY("company_id","import_id","row_number","other_import_id","other_row_number")
);
