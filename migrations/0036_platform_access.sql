CREATE TABLE "platform_access" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"granted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "platform_access" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "platform_access" ADD CONSTRAINT "platform_access_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE POLICY "platform may insert" ON "websites" AS PERMISSIVE FOR INSERT TO "platform" WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null and (exists (select from platform_access where platform_access.user_id::text = (select nullif(current_setting('app.user_id', true), '')))));--> statement-breakpoint
CREATE POLICY "platform may select" ON "websites" AS PERMISSIVE FOR SELECT TO "platform" USING ((select nullif(current_setting('app.user_id', true), '')) is not null and (exists (select from platform_access where platform_access.user_id::text = (select nullif(current_setting('app.user_id', true), '')))));--> statement-breakpoint
CREATE POLICY "auth_service may all" ON "platform_access" AS PERMISSIVE FOR ALL TO "auth_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "platform may select" ON "platform_access" AS PERMISSIVE FOR SELECT TO "platform" USING ((select nullif(current_setting('app.user_id', true), '')) is not null and ("platform_access"."user_id"::text = (select nullif(current_setting('app.user_id', true), ''))));