CREATE TABLE "hosted_sites" (
	"website_id" uuid PRIMARY KEY NOT NULL,
	"starter" text NOT NULL,
	"name" text NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"suspended_at" timestamp with time zone,
	"delete_after" timestamp with time zone,
	CONSTRAINT "hosted_sites_name_said" CHECK ("hosted_sites"."name" <> '')
);
--> statement-breakpoint
ALTER TABLE "hosted_sites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "site_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"website_id" uuid NOT NULL,
	"is_main" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"confirmation" text,
	CONSTRAINT "site_hosts_ascii" CHECK ("site_hosts"."host" ~ '^[a-z0-9-]+(\.[a-z0-9-]+)*$' and length("site_hosts"."host") <= 253),
	CONSTRAINT "site_hosts_confirmation" CHECK (num_nulls("site_hosts"."confirmed_at", "site_hosts"."confirmation") in (0, 2)),
	CONSTRAINT "site_hosts_confirmation_known" CHECK ("site_hosts"."confirmation" in ('dns', 'person'))
);
--> statement-breakpoint
ALTER TABLE "site_hosts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "hosted_sites" ADD CONSTRAINT "hosted_sites_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "site_hosts" ADD CONSTRAINT "site_hosts_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "hosted_sites_newest" ON "hosted_sites" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "site_hosts_one_main" ON "site_hosts" USING btree ("website_id") WHERE "site_hosts"."is_main";--> statement-breakpoint
CREATE INDEX "site_hosts_website" ON "site_hosts" USING btree ("website_id");--> statement-breakpoint
CREATE POLICY "worker may select" ON "hosted_sites" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "platform may select" ON "hosted_sites" AS PERMISSIVE FOR SELECT TO "platform" USING ((select nullif(current_setting('app.user_id', true), '')) is not null and (exists (select from platform_access where platform_access.user_id::text = (select nullif(current_setting('app.user_id', true), '')))));--> statement-breakpoint
CREATE POLICY "platform may insert" ON "hosted_sites" AS PERMISSIVE FOR INSERT TO "platform" WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null and (exists (select from platform_access where platform_access.user_id::text = (select nullif(current_setting('app.user_id', true), '')))));--> statement-breakpoint
CREATE POLICY "platform may update (suspended_at, delete_after)" ON "hosted_sites" AS PERMISSIVE FOR UPDATE TO "platform" USING ((select nullif(current_setting('app.user_id', true), '')) is not null and (exists (select from platform_access where platform_access.user_id::text = (select nullif(current_setting('app.user_id', true), ''))))) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null and (exists (select from platform_access where platform_access.user_id::text = (select nullif(current_setting('app.user_id', true), '')))));--> statement-breakpoint
CREATE POLICY "worker may select" ON "site_hosts" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "platform may all" ON "site_hosts" AS PERMISSIVE FOR ALL TO "platform" USING ((select nullif(current_setting('app.user_id', true), '')) is not null and (exists (select from platform_access where platform_access.user_id::text = (select nullif(current_setting('app.user_id', true), ''))))) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null and (exists (select from platform_access where platform_access.user_id::text = (select nullif(current_setting('app.user_id', true), '')))));