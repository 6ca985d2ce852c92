ALTER TABLE "user_website_access" ADD COLUMN "removal_by" uuid;--> statement-breakpoint
ALTER TABLE "user_website_access" ADD COLUMN "removal_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_website_access" ADD COLUMN "removal_token_hash" text;--> statement-breakpoint
ALTER TABLE "user_website_access" ADD CONSTRAINT "user_website_access_removal" CHECK (num_nulls("user_website_access"."removal_by", "user_website_access"."removal_at", "user_website_access"."removal_token_hash") in (0, 3));