CREATE TABLE "challenges" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"remember" boolean NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "challenges_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "challenges_token" UNIQUE("website_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "challenges" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "factors" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text DEFAULT 'unverified' NOT NULL,
	"friendly_name" text NOT NULL,
	"secret" "bytea" NOT NULL,
	"last_used_step" bigint,
	"wrong_codes" integer DEFAULT 0 NOT NULL,
	"wrong_codes_end_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "factors_status_known" CHECK ("factors"."status" in ('unverified', 'verified'))
);
--> statement-breakpoint
ALTER TABLE "factors" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text NOT NULL,
	"user_id" uuid,
	"generation" integer,
	"password_hash" text,
	"browser_hash" text,
	"invited_by" uuid,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "one_time_tokens_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "one_time_tokens_token" UNIQUE("website_id","token_hash"),
	CONSTRAINT "one_time_tokens_browser" UNIQUE("website_id","browser_hash"),
	CONSTRAINT "one_time_tokens_purpose_known" CHECK ("one_time_tokens"."purpose" in ('reset', 'verify', 'invite')),
	CONSTRAINT "one_time_tokens_reset_whose" CHECK ("one_time_tokens"."purpose" <> 'reset' or ("one_time_tokens"."user_id" is not null and "one_time_tokens"."generation" is not null)),
	CONSTRAINT "one_time_tokens_verify_browser" CHECK (("one_time_tokens"."purpose" = 'verify') = ("one_time_tokens"."browser_hash" is not null)),
	CONSTRAINT "one_time_tokens_email_lower" CHECK ("one_time_tokens"."email" = lower("one_time_tokens"."email"))
);
--> statement-breakpoint
ALTER TABLE "one_time_tokens" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
ALTER TABLE "recovery_codes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"remember" boolean NOT NULL,
	"device" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"idle_expires_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "sessions_token" UNIQUE("website_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "user_website_access" (
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"granted_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_website_access_website_id_user_id_pk" PRIMARY KEY("website_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "user_website_access" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"email_verified_at" timestamp with time zone NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email" UNIQUE("email"),
	CONSTRAINT "users_email_lower" CHECK ("users"."email" = lower("users"."email") and "users"."email" <> ''),
	CONSTRAINT "users_password_argon2id" CHECK ("users"."password_hash" like '$argon2id$%')
);
--> statement-breakpoint
ALTER TABLE "users" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "activity_logs" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"user_id" uuid,
	"resource_type" text NOT NULL,
	"resource_id" uuid,
	"resource_name" text,
	"action" text NOT NULL,
	"details" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "activity_logs_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "activity_logs_said" CHECK ("activity_logs"."resource_type" <> '' and "activity_logs"."action" <> '')
);
--> statement-breakpoint
ALTER TABLE "activity_logs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL,
	CONSTRAINT "rate_limits_website_id_key_pk" PRIMARY KEY("website_id","key"),
	CONSTRAINT "rate_limits_count_up" CHECK ("rate_limits"."count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "rate_limits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factors" ADD CONSTRAINT "factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_website_access" ADD CONSTRAINT "user_website_access_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_website_access" ADD CONSTRAINT "user_website_access_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "activity_logs" ADD CONSTRAINT "activity_logs_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rate_limits" ADD CONSTRAINT "rate_limits_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "challenges_user" ON "challenges" USING btree ("website_id","user_id");--> statement-breakpoint
CREATE INDEX "factors_user" ON "factors" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "factors_one_verified" ON "factors" USING btree ("user_id") WHERE "factors"."status" = 'verified';--> statement-breakpoint
CREATE INDEX "one_time_tokens_email" ON "one_time_tokens" USING btree ("website_id","purpose","email");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("website_id","user_id");--> statement-breakpoint
CREATE INDEX "activity_logs_time" ON "activity_logs" USING btree ("website_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "rate_limits_resets" ON "rate_limits" USING btree ("website_id","resets_at");--> statement-breakpoint
CREATE POLICY "site only" ON "challenges" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "auth_service may all" ON "challenges" AS PERMISSIVE FOR ALL TO "auth_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "auth_service may all" ON "factors" AS PERMISSIVE FOR ALL TO "auth_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site only" ON "one_time_tokens" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "auth_service may all" ON "one_time_tokens" AS PERMISSIVE FOR ALL TO "auth_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "auth_service may all" ON "recovery_codes" AS PERMISSIVE FOR ALL TO "auth_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site only" ON "sessions" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "auth_service may all" ON "sessions" AS PERMISSIVE FOR ALL TO "auth_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site only" ON "user_website_access" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "auth_service may all" ON "user_website_access" AS PERMISSIVE FOR ALL TO "auth_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "user_website_access" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "auth_service may all" ON "users" AS PERMISSIVE FOR ALL TO "auth_service" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site only" ON "activity_logs" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may insert" ON "activity_logs" AS PERMISSIVE FOR INSERT TO "visitor" WITH CHECK ("activity_logs"."user_id"::text is not distinct from (select nullif(current_setting('app.user_id', true), '')));--> statement-breakpoint
CREATE POLICY "administrator may insert" ON "activity_logs" AS PERMISSIVE FOR INSERT TO "administrator" WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null and ("activity_logs"."user_id"::text is not distinct from (select nullif(current_setting('app.user_id', true), ''))));--> statement-breakpoint
CREATE POLICY "checkout may insert" ON "activity_logs" AS PERMISSIVE FOR INSERT TO "checkout" WITH CHECK ("activity_logs"."user_id"::text is not distinct from (select nullif(current_setting('app.user_id', true), '')));--> statement-breakpoint
CREATE POLICY "worker may insert" ON "activity_logs" AS PERMISSIVE FOR INSERT TO "worker" WITH CHECK ("activity_logs"."user_id"::text is not distinct from (select nullif(current_setting('app.user_id', true), '')));--> statement-breakpoint
CREATE POLICY "auth_service may insert" ON "activity_logs" AS PERMISSIVE FOR INSERT TO "auth_service" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "activity_logs" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "rate_limits" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "auth_service may all" ON "rate_limits" AS PERMISSIVE FOR ALL TO "auth_service" USING (true) WITH CHECK (true);