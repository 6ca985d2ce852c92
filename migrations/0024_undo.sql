CREATE TABLE "undoable_deletes" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"resource_type" text NOT NULL,
	"tables" text[] NOT NULL,
	"rows" jsonb NOT NULL,
	"cleared" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"logged" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "undoable_deletes_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "undoable_deletes_type_known" CHECK ("undoable_deletes"."resource_type" in ('announcement', 'contact_message', 'mail', 'media_item', 'product', 'product_category', 'product_file', 'tour_date')),
	CONSTRAINT "undoable_deletes_some" CHECK (cardinality("undoable_deletes"."tables") > 0)
);
--> statement-breakpoint
ALTER TABLE "undoable_deletes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "undoable_deletes" ADD CONSTRAINT "undoable_deletes_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "undoable_deletes_expires" ON "undoable_deletes" USING btree ("website_id","expires_at");--> statement-breakpoint
CREATE POLICY "worker may insert" ON "contact_messages" AS PERMISSIVE FOR INSERT TO "worker" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site only" ON "undoable_deletes" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "administrator may select" ON "undoable_deletes" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may insert" ON "undoable_deletes" AS PERMISSIVE FOR INSERT TO "administrator" WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may delete" ON "undoable_deletes" AS PERMISSIVE FOR DELETE TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "worker may select" ON "undoable_deletes" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may delete" ON "undoable_deletes" AS PERMISSIVE FOR DELETE TO "worker" USING (true);