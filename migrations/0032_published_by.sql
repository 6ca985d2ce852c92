ALTER TABLE "site_versions" ADD COLUMN "scheduled_by" text;--> statement-breakpoint
ALTER TABLE "site_versions" ADD COLUMN "published_by" text;