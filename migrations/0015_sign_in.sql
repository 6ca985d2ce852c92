CREATE TABLE "installation_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"resets_at" timestamp with time zone NOT NULL,
	CONSTRAINT "installation_limits_count_up" CHECK ("installation_limits"."count" >= 0)
);
--> statement-breakpoint
ALTER TABLE "installation_limits" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP CONSTRAINT "one_time_tokens_purpose_known";--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP CONSTRAINT "one_time_tokens_reset_whose";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "limited" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "installation_limits_resets" ON "installation_limits" USING btree ("resets_at");--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_purpose_known" CHECK ("one_time_tokens"."purpose" in ('reset', 'verify', 'invite', 'disown'));--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_reset_whose" CHECK ("one_time_tokens"."purpose" not in ('reset', 'disown') or ("one_time_tokens"."user_id" is not null and "one_time_tokens"."password_version" is not null));--> statement-breakpoint
CREATE POLICY "auth_service may all" ON "installation_limits" AS PERMISSIVE FOR ALL TO "auth_service" USING (true) WITH CHECK (true);