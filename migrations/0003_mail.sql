CREATE TABLE "data_keys" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"key_id" text NOT NULL,
	"first_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "data_keys_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "data_keys_once" UNIQUE("website_id","key_id"),
	CONSTRAINT "data_keys_id_shape" CHECK ("data_keys"."key_id" ~ '^[0-9a-f]{8}$')
);
--> statement-breakpoint
ALTER TABLE "data_keys" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"content" "bytea",
	"state" text DEFAULT 'queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handed_over_at" timestamp with time zone,
	"sent_at" timestamp with time zone,
	CONSTRAINT "mails_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "mails_state_known" CHECK ("mails"."state" in ('queued', 'sent', 'failed')),
	CONSTRAINT "mails_content_while_queued" CHECK (("mails"."state" = 'queued') = ("mails"."content" is not null)),
	CONSTRAINT "mails_sent_at_some_time" CHECK (("mails"."state" = 'sent') = ("mails"."sent_at" is not null))
);
--> statement-breakpoint
ALTER TABLE "mails" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "data_keys" ADD CONSTRAINT "data_keys_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_age" ON "mails" USING btree ("website_id","created_at");--> statement-breakpoint
CREATE POLICY "site only" ON "data_keys" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may all" ON "data_keys" AS PERMISSIVE FOR ALL TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site only" ON "mails" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may insert" ON "mails" AS PERMISSIVE FOR INSERT TO "visitor" WITH CHECK ("mails"."state" = 'queued' and "mails"."attempts" = 0 and "mails"."handed_over_at" is null);--> statement-breakpoint
CREATE POLICY "administrator may insert" ON "mails" AS PERMISSIVE FOR INSERT TO "administrator" WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null and ("mails"."state" = 'queued' and "mails"."attempts" = 0 and "mails"."handed_over_at" is null));--> statement-breakpoint
CREATE POLICY "checkout may insert" ON "mails" AS PERMISSIVE FOR INSERT TO "checkout" WITH CHECK ("mails"."state" = 'queued' and "mails"."attempts" = 0 and "mails"."handed_over_at" is null);--> statement-breakpoint
CREATE POLICY "auth_service may insert" ON "mails" AS PERMISSIVE FOR INSERT TO "auth_service" WITH CHECK ("mails"."state" = 'queued' and "mails"."attempts" = 0 and "mails"."handed_over_at" is null);--> statement-breakpoint
CREATE POLICY "worker may all" ON "mails" AS PERMISSIVE FOR ALL TO "worker" USING (true) WITH CHECK (true);