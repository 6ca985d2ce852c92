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
ALTER TABLE "page_addresses" ADD CONSTRAINT "page_addresses_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "site only" ON "page_addresses" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "page_addresses" AS PERMISSIVE FOR SELECT TO "visitor" USING (true);--> statement-breakpoint
CREATE POLICY "preview may select" ON "page_addresses" AS PERMISSIVE FOR SELECT TO "preview" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "worker may select" ON "page_addresses" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may insert" ON "page_addresses" AS PERMISSIVE FOR INSERT TO "worker" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may update" ON "page_addresses" AS PERMISSIVE FOR UPDATE TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "page_addresses" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may insert" ON "page_addresses" AS PERMISSIVE FOR INSERT TO "administrator" WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may update" ON "page_addresses" AS PERMISSIVE FOR UPDATE TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);