CREATE TABLE "delivery_rates" (
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"zone" text NOT NULL,
	"profile" text DEFAULT 'standard' NOT NULL,
	"basis" text DEFAULT 'subtotal' NOT NULL,
	"from" integer NOT NULL,
	"price" integer NOT NULL,
	CONSTRAINT "delivery_rates_website_id_zone_profile_basis_from_pk" PRIMARY KEY("website_id","zone","profile","basis","from"),
	CONSTRAINT "delivery_rates_amounts" CHECK ("delivery_rates"."from" >= 0 and "delivery_rates"."price" >= 0)
);
--> statement-breakpoint
ALTER TABLE "delivery_rates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "settings_history" (
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"number" integer NOT NULL,
	"group" text NOT NULL,
	"value" jsonb,
	"restores" integer,
	"user_id" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "settings_history_website_id_number_group_pk" PRIMARY KEY("website_id","number","group")
);
--> statement-breakpoint
ALTER TABLE "settings_history" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "features" jsonb;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "mailing_list" jsonb;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "region" jsonb;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "delivery" jsonb;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "vat" jsonb;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "downloads" jsonb;--> statement-breakpoint
ALTER TABLE "site_settings" ADD COLUMN "passwords" jsonb;--> statement-breakpoint
ALTER TABLE "delivery_rates" ADD CONSTRAINT "delivery_rates_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settings_history" ADD CONSTRAINT "settings_history_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "settings_history_group" ON "settings_history" USING btree ("website_id","group","number" DESC NULLS LAST);--> statement-breakpoint
ALTER TABLE "site_settings" ADD CONSTRAINT "site_settings_delivery_list" CHECK (jsonb_typeof("site_settings"."delivery") = 'array');--> statement-breakpoint
CREATE POLICY "checkout may select" ON "site_settings" AS PERMISSIVE FOR SELECT TO "checkout" USING (true);--> statement-breakpoint
CREATE POLICY "site only" ON "delivery_rates" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "delivery_rates" AS PERMISSIVE FOR SELECT TO "visitor" USING (true);--> statement-breakpoint
CREATE POLICY "preview may select" ON "delivery_rates" AS PERMISSIVE FOR SELECT TO "preview" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "worker may select" ON "delivery_rates" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "checkout may select" ON "delivery_rates" AS PERMISSIVE FOR SELECT TO "checkout" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "delivery_rates" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "settings_history" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "administrator may select" ON "settings_history" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may insert" ON "settings_history" AS PERMISSIVE FOR INSERT TO "administrator" WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);