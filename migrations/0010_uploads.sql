CREATE TABLE "product_files" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"file_type" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"details" jsonb NOT NULL,
	"upload_id" uuid NOT NULL,
	"chunk_bytes" integer NOT NULL,
	"chunks" text[] NOT NULL,
	"hash" text NOT NULL,
	"position" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_files_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "product_files_upload" UNIQUE("website_id","upload_id"),
	CONSTRAINT "product_files_type_known" CHECK ("product_files"."file_type" in ('tracks', 'album', 'cover')),
	CONSTRAINT "product_files_size" CHECK ("product_files"."bytes" between 1 and 1073741824),
	CONSTRAINT "product_files_whole" CHECK (cardinality("product_files"."chunks") between 1 and 1024)
);
--> statement-breakpoint
ALTER TABLE "product_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "upload_chunks" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "upload_chunks_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "upload_chunks_once" UNIQUE("website_id","upload_id","index"),
	CONSTRAINT "upload_chunks_place" CHECK ("upload_chunks"."index" >= 0 and "upload_chunks"."bytes" > 0)
);
--> statement-breakpoint
ALTER TABLE "upload_chunks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "upload_sessions" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"session_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"file_type" text NOT NULL,
	"file_name" text NOT NULL,
	"details" jsonb NOT NULL,
	"total_chunks" integer NOT NULL,
	"chunk_bytes" integer,
	"last_bytes" integer,
	"expected_bytes" bigint NOT NULL,
	"type" text,
	"file_sha256" text,
	"claimed_until" timestamp with time zone,
	"file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_activity" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upload_sessions_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "upload_sessions_session" UNIQUE("website_id","session_id"),
	CONSTRAINT "upload_sessions_type_known" CHECK ("upload_sessions"."file_type" in ('tracks', 'album', 'cover')),
	CONSTRAINT "upload_sessions_chunks" CHECK ("upload_sessions"."total_chunks" between 1 and 1024)
);
--> statement-breakpoint
ALTER TABLE "upload_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_chunks" ADD CONSTRAINT "upload_chunks_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_chunks" ADD CONSTRAINT "upload_chunks_upload" FOREIGN KEY ("website_id","upload_id") REFERENCES "public"."upload_sessions"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_sessions" ADD CONSTRAINT "upload_sessions_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_sessions" ADD CONSTRAINT "upload_sessions_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_files_order" ON "product_files" USING btree ("website_id","product_id","position");--> statement-breakpoint
CREATE INDEX "upload_sessions_idle" ON "upload_sessions" USING btree ("website_id","last_activity");--> statement-breakpoint
CREATE POLICY "site only" ON "product_files" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may select" ON "product_files" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "product_files" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "upload_chunks" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may select" ON "upload_chunks" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "upload_chunks" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "upload_sessions" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may select" ON "upload_sessions" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may delete" ON "upload_sessions" AS PERMISSIVE FOR DELETE TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "upload_sessions" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);