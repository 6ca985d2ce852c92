ALTER TABLE "websites" ADD COLUMN "own_since" timestamp with time zone;--> statement-breakpoint
CREATE POLICY "administrator may update (own_since)" ON "websites" AS PERMISSIVE FOR UPDATE TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
-- Who has published something of their own needs no guide any more; the grants that follow bind the owner of the tables again.
ALTER TABLE "websites" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "site_versions" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "websites" SET "set_up" = 'dismissed' WHERE "set_up" IS NULL AND EXISTS (SELECT FROM "site_versions" WHERE "site_versions"."website_id" = "websites"."website_id" AND "state" = 'published');
