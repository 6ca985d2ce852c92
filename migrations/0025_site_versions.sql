CREATE TABLE "site_versions" (
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"document" jsonb NOT NULL,
	"schema_version" integer NOT NULL,
	"based_on" integer,
	"publish_at" timestamp with time zone,
	"published_at" timestamp with time zone,
	"note" text DEFAULT '' NOT NULL,
	"user_id" text,
	"sequence" integer DEFAULT 0 NOT NULL,
	"part_sequences" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "site_versions_website_id_number_pk" PRIMARY KEY("website_id","number"),
	CONSTRAINT "site_versions_states" CHECK ("site_versions"."state" in ('draft', 'scheduled', 'published', 'superseded')),
	CONSTRAINT "site_versions_number" CHECK ("site_versions"."number" > 0),
	CONSTRAINT "site_versions_document" CHECK (jsonb_typeof("site_versions"."document") = 'object' and octet_length("site_versions"."document"::text) <= 600000),
	CONSTRAINT "site_versions_scheduled" CHECK (("site_versions"."state" = 'scheduled') = ("site_versions"."publish_at" is not null)),
	CONSTRAINT "site_versions_published" CHECK ("site_versions"."state" <> 'published' or "site_versions"."published_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "site_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "site_versions" ADD CONSTRAINT "site_versions_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_versions" ADD CONSTRAINT "site_versions_website_id_based_on_site_versions_website_id_number_fk" FOREIGN KEY ("website_id","based_on") REFERENCES "public"."site_versions"("website_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "site_versions_one_draft" ON "site_versions" USING btree ("website_id") WHERE "site_versions"."state" = 'draft';--> statement-breakpoint
CREATE UNIQUE INDEX "site_versions_one_scheduled" ON "site_versions" USING btree ("website_id") WHERE "site_versions"."state" = 'scheduled';--> statement-breakpoint
CREATE UNIQUE INDEX "site_versions_one_published" ON "site_versions" USING btree ("website_id") WHERE "site_versions"."state" = 'published';--> statement-breakpoint
CREATE INDEX "site_versions_due" ON "site_versions" USING btree ("publish_at") WHERE "site_versions"."state" = 'scheduled';--> statement-breakpoint
CREATE POLICY "site only" ON "site_versions" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "site_versions" AS PERMISSIVE FOR SELECT TO "visitor" USING ("site_versions"."state" = 'published');--> statement-breakpoint
CREATE POLICY "worker may select" ON "site_versions" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may update" ON "site_versions" AS PERMISSIVE FOR UPDATE TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "site_versions" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);