CREATE TABLE "app_secrets" (
	"website_id" uuid PRIMARY KEY DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"secret_id" text NOT NULL,
	"first_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "app_secrets_id_shape" CHECK ("app_secrets"."secret_id" ~ '^[0-9a-f]{8}$')
);
--> statement-breakpoint
ALTER TABLE "app_secrets" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "app_secrets" ADD CONSTRAINT "app_secrets_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "site only" ON "app_secrets" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may all" ON "app_secrets" AS PERMISSIVE FOR ALL TO "worker" USING (true) WITH CHECK (true);