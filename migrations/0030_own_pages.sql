CREATE TABLE "page_addresses" (
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"address" text NOT NULL,
	"page" text NOT NULL,
	CONSTRAINT "page_addresses_website_id_address_pk" PRIMARY KEY("website_id","address"),
	CONSTRAINT "page_addresses_address" CHECK ("page_addresses"."address" ~ '^/[a-z0-9-]{1,60}$'),
	CONSTRAINT "page_addresses_page" CHECK ("page_addresses"."page" ~ '^own-[a-z0-9]{1,12}$')
);
--> statement-breakpoint
ALTER TABLE "page_addresses" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "preview_links" (
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"note" text NOT NULL,
	"user_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "preview_links_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "preview_links_note" CHECK (length("preview_links"."note") <= 200),
	CONSTRAINT "preview_links_times" CHECK ("preview_links"."created_at" < "preview_links"."expires_at")
);
--> statement-breakpoint
ALTER TABLE "preview_links" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "page_addresses" ADD CONSTRAINT "page_addresses_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_links" ADD CONSTRAINT "preview_links_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "preview_links_token" ON "preview_links" USING btree ("website_id","token_hash");--> statement-breakpoint
CREATE POLICY "site only" ON "page_addresses" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "page_addresses" AS PERMISSIVE FOR SELECT TO "visitor" USING (true);--> statement-breakpoint
CREATE POLICY "preview may select" ON "page_addresses" AS PERMISSIVE FOR SELECT TO "preview" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "worker may select" ON "page_addresses" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may insert" ON "page_addresses" AS PERMISSIVE FOR INSERT TO "worker" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may update" ON "page_addresses" AS PERMISSIVE FOR UPDATE TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "page_addresses" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may insert" ON "page_addresses" AS PERMISSIVE FOR INSERT TO "administrator" WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may update" ON "page_addresses" AS PERMISSIVE FOR UPDATE TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "preview_links" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may select" ON "preview_links" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may delete" ON "preview_links" AS PERMISSIVE FOR DELETE TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "preview_links" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may insert" ON "preview_links" AS PERMISSIVE FOR INSERT TO "administrator" WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may delete" ON "preview_links" AS PERMISSIVE FOR DELETE TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);