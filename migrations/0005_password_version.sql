ALTER TABLE "challenges" RENAME COLUMN "generation" TO "password_version";--> statement-breakpoint
ALTER TABLE "one_time_tokens" RENAME COLUMN "generation" TO "password_version";--> statement-breakpoint
ALTER TABLE "one_time_tokens" DROP CONSTRAINT "one_time_tokens_reset_whose";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
-- Not by an update: the policies of the table bind whoever migrates, too.
ALTER TABLE "users" ALTER COLUMN "password_version" SET DATA TYPE integer USING "generation";--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_reset_whose" CHECK ("one_time_tokens"."purpose" <> 'reset' or ("one_time_tokens"."user_id" is not null and "one_time_tokens"."password_version" is not null));