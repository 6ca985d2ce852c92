CREATE TABLE "announcements" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"activity_log_id" uuid,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"link_url" text,
	"link_text" text,
	"announcement_type" text DEFAULT 'general' NOT NULL,
	"style" text DEFAULT 'info' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_dismissible" boolean DEFAULT true NOT NULL,
	"priority" integer DEFAULT 0 NOT NULL,
	"start_date" timestamp with time zone,
	"end_date" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "announcements_title_said" CHECK ("announcements"."title" <> ''),
	CONSTRAINT "announcements_link_open" CHECK ("announcements"."link_url" ~* '^(https?://|mailto:|/([^/\\]|$))'),
	CONSTRAINT "announcements_type_known" CHECK ("announcements"."announcement_type" in ('event_update', 'new_product', 'new_media', 'general')),
	CONSTRAINT "announcements_style_known" CHECK ("announcements"."style" in ('info', 'success', 'warning', 'urgent')),
	CONSTRAINT "announcements_window_open" CHECK ("announcements"."start_date" < "announcements"."end_date")
);
--> statement-breakpoint
ALTER TABLE "announcements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "announcements" ADD CONSTRAINT "announcements_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcements_order" ON "announcements" USING btree ("website_id","priority" DESC NULLS LAST,"created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE POLICY "site only" ON "announcements" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "announcements" AS PERMISSIVE FOR SELECT TO "visitor" USING ("announcements"."is_active");--> statement-breakpoint
CREATE POLICY "administrator may all" ON "announcements" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);