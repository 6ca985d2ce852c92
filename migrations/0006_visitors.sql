CREATE TABLE "contact_messages" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"content" "bytea" NOT NULL,
	"email_index" "bytea" NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "contact_messages_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "contact_messages_index_size" CHECK (length("contact_messages"."email_index") = 32)
);
--> statement-breakpoint
ALTER TABLE "contact_messages" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "used_checks" (
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "used_checks_website_id_token_hash_pk" PRIMARY KEY("website_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "used_checks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "media_items" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"source" text NOT NULL,
	"duration" integer,
	"poster_url" text,
	"poster_alt" text,
	"position" integer DEFAULT 0 NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "media_items_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "media_items_kind_known" CHECK ("media_items"."kind" in ('video', 'audio')),
	CONSTRAINT "media_items_title_said" CHECK ("media_items"."title" <> ''),
	CONSTRAINT "media_items_source_open" CHECK ("media_items"."source" ~ '^(https://|/[^/])'),
	CONSTRAINT "media_items_poster_open" CHECK ("media_items"."poster_url" ~ '^(https?:/)?/[^/]'),
	CONSTRAINT "media_items_duration_long" CHECK ("media_items"."duration" > 0)
);
--> statement-breakpoint
ALTER TABLE "media_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "data_exports" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"token_hash" text NOT NULL,
	"email" "bytea" NOT NULL,
	"email_index" "bytea" NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"file_token_hash" text,
	"content" "bytea",
	CONSTRAINT "data_exports_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "data_exports_token" UNIQUE("website_id","token_hash"),
	CONSTRAINT "data_exports_file_token" UNIQUE("website_id","file_token_hash"),
	CONSTRAINT "data_exports_index_size" CHECK (length("data_exports"."email_index") = 32),
	CONSTRAINT "data_exports_file_whole" CHECK (("data_exports"."file_token_hash" is null) = ("data_exports"."content" is null)),
	CONSTRAINT "data_exports_confirmed_first" CHECK ("data_exports"."content" is null or "data_exports"."confirmed_at" is not null)
);
--> statement-breakpoint
ALTER TABLE "data_exports" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD CONSTRAINT "contact_messages_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "used_checks" ADD CONSTRAINT "used_checks_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media_items" ADD CONSTRAINT "media_items_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "data_exports" ADD CONSTRAINT "data_exports_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_messages_newest" ON "contact_messages" USING btree ("website_id","received_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "contact_messages_email" ON "contact_messages" USING btree ("website_id","email_index");--> statement-breakpoint
CREATE INDEX "used_checks_expires" ON "used_checks" USING btree ("website_id","expires_at");--> statement-breakpoint
CREATE INDEX "media_items_order" ON "media_items" USING btree ("website_id","position");--> statement-breakpoint
CREATE INDEX "data_exports_expires" ON "data_exports" USING btree ("website_id","expires_at");--> statement-breakpoint
CREATE POLICY "site only" ON "contact_messages" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may insert" ON "contact_messages" AS PERMISSIVE FOR INSERT TO "visitor" WITH CHECK ("contact_messages"."read_at" is null);--> statement-breakpoint
CREATE POLICY "worker may select" ON "contact_messages" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "contact_messages" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may update (read_at)" ON "contact_messages" AS PERMISSIVE FOR UPDATE TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may delete" ON "contact_messages" AS PERMISSIVE FOR DELETE TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "used_checks" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may insert" ON "used_checks" AS PERMISSIVE FOR INSERT TO "visitor" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "used_checks" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may delete" ON "used_checks" AS PERMISSIVE FOR DELETE TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "site only" ON "media_items" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "media_items" AS PERMISSIVE FOR SELECT TO "visitor" USING ("media_items"."is_published");--> statement-breakpoint
CREATE POLICY "worker may select" ON "media_items" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "media_items" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "data_exports" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may insert" ON "data_exports" AS PERMISSIVE FOR INSERT TO "visitor" WITH CHECK ("data_exports"."confirmed_at" is null and "data_exports"."content" is null);--> statement-breakpoint
CREATE POLICY "worker may all" ON "data_exports" AS PERMISSIVE FOR ALL TO "worker" USING (true) WITH CHECK (true);