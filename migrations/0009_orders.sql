CREATE TABLE "checkout_products" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	CONSTRAINT "checkout_products_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "checkout_products_once" UNIQUE("website_id","checkout_id","product_id")
);
--> statement-breakpoint
ALTER TABLE "checkout_products" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"details" jsonb NOT NULL,
	"user_id" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_events_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "order_events_kind_known" CHECK ("order_events"."kind" in ('status', 'tracking', 'note', 'refund', 'attention', 'settled', 'mail', 'unmailed', 'erased'))
);
--> statement-breakpoint
ALTER TABLE "order_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP INDEX "orders_status";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "erased_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', "name"), 'A') || setweight(to_tsvector('simple', "description"), 'C')) STORED;--> statement-breakpoint
ALTER TABLE "checkout_products" ADD CONSTRAINT "checkout_products_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_products" ADD CONSTRAINT "checkout_products_checkout" FOREIGN KEY ("website_id","checkout_id") REFERENCES "public"."checkouts"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_products" ADD CONSTRAINT "checkout_products_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order" FOREIGN KEY ("website_id","order_id") REFERENCES "public"."orders"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkout_products_product" ON "checkout_products" USING btree ("website_id","product_id");--> statement-breakpoint
CREATE INDEX "order_events_order" ON "order_events" USING btree ("website_id","order_id","id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("website_id","status","created_at","id");--> statement-breakpoint
CREATE POLICY "worker may update (customer)" ON "checkouts" AS PERMISSIVE FOR UPDATE TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may delete" ON "contact_messages" AS PERMISSIVE FOR DELETE TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may update (content)" ON "contact_messages" AS PERMISSIVE FOR UPDATE TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may update (customer_email, customer_name)" ON "orders" AS PERMISSIVE FOR UPDATE TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may update (shipping_address)" ON "orders" AS PERMISSIVE FOR UPDATE TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site only" ON "checkout_products" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "checkout may all" ON "checkout_products" AS PERMISSIVE FOR ALL TO "checkout" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "checkout_products" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "worker may select" ON "checkout_products" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "site only" ON "order_events" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "checkout may insert" ON "order_events" AS PERMISSIVE FOR INSERT TO "checkout" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "order_events" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "order_events" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may insert" ON "order_events" AS PERMISSIVE FOR INSERT TO "administrator" WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);