CREATE TABLE "websites" (
	"website_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "websites_name_said" CHECK ("websites"."name" <> '')
);
--> statement-breakpoint
ALTER TABLE "websites" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "performances" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"slug" text NOT NULL,
	"date" date NOT NULL,
	"time" time(0),
	"doors_time" time(0),
	"zone" text NOT NULL,
	"venue" text NOT NULL,
	"address" text,
	"city" text NOT NULL,
	"post_code" text,
	"county_region" text,
	"country" text NOT NULL,
	"event_type" text,
	"booking_link" text,
	"on_sale_at" timestamp with time zone,
	"price_notes" text,
	"venue_notes" text,
	"additional_info" text,
	"support_acts" text[] DEFAULT '{}' NOT NULL,
	"image_url" text,
	"image_alt" text,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"availability" text DEFAULT 'scheduled' NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "performances_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "performances_slug" UNIQUE("website_id","slug"),
	CONSTRAINT "performances_slug_plain" CHECK ("performances"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "performances_country_code" CHECK ("performances"."country" ~ '^[A-Z]{2}$'),
	CONSTRAINT "performances_place_said" CHECK ("performances"."venue" <> '' and "performances"."city" <> '' and "performances"."zone" <> ''),
	CONSTRAINT "performances_link_web" CHECK ("performances"."booking_link" ~ '^https?://'),
	CONSTRAINT "performances_image_link" CHECK ("performances"."image_url" ~ '^(https?:/)?/[^/]'),
	CONSTRAINT "performances_status_known" CHECK ("performances"."status" in ('draft', 'upcoming', 'past')),
	CONSTRAINT "performances_availability_known" CHECK ("performances"."availability" in ('scheduled', 'sold out', 'postponed', 'rescheduled', 'cancelled', 'free')),
	CONSTRAINT "performances_sequence_up" CHECK ("performances"."sequence" >= 0)
);
--> statement-breakpoint
ALTER TABLE "performances" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "performances" ADD CONSTRAINT "performances_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "performances_date" ON "performances" USING btree ("website_id","date");--> statement-breakpoint
CREATE POLICY "site only" ON "websites" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "websites" AS PERMISSIVE FOR SELECT TO "visitor" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "websites" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "checkout may select" ON "websites" AS PERMISSIVE FOR SELECT TO "checkout" USING (true);--> statement-breakpoint
CREATE POLICY "auth_service may select" ON "websites" AS PERMISSIVE FOR SELECT TO "auth_service" USING (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "websites" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may insert" ON "websites" AS PERMISSIVE FOR INSERT TO "worker" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may update (name)" ON "websites" AS PERMISSIVE FOR UPDATE TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site only" ON "performances" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "performances" AS PERMISSIVE FOR SELECT TO "visitor" USING ("performances"."status" <> 'draft');--> statement-breakpoint
CREATE POLICY "worker may select" ON "performances" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "performances" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);