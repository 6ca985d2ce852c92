ALTER TABLE "stock_holds" DROP CONSTRAINT "stock_holds_stock";
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_stock" FOREIGN KEY ("website_id","stock_id") REFERENCES "public"."stock_items"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_network" ON "checkouts" USING btree ("website_id","network") WHERE "checkouts"."network" is not null;--> statement-breakpoint
CREATE POLICY "checkout may insert" ON "used_checks" AS PERMISSIVE FOR INSERT TO "checkout" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "checkout may select (id, product_id, website_id)" ON "product_files" AS PERMISSIVE FOR SELECT TO "checkout" USING (true);