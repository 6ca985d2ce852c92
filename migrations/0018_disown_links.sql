ALTER TABLE "factors" ADD COLUMN "browser_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disown_links_from" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "disownable_since" timestamp with time zone;