CREATE TABLE "order_name_words" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"word" "bytea" NOT NULL,
	CONSTRAINT "order_name_words_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "order_name_words_once" UNIQUE("website_id","order_id","word"),
	CONSTRAINT "order_name_words_size" CHECK (length("order_name_words"."word") = 32)
);
--> statement-breakpoint
ALTER TABLE "order_name_words" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "is_name_indexed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "order_name_words" ADD CONSTRAINT "order_name_words_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_name_words" ADD CONSTRAINT "order_name_words_order" FOREIGN KEY ("website_id","order_id") REFERENCES "public"."orders"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "order_name_words_word" ON "order_name_words" USING btree ("website_id","word","order_id");--> statement-breakpoint
CREATE INDEX "orders_total" ON "orders" USING btree ("website_id","total_amount","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_unindexed" ON "orders" USING btree ("website_id","id") WHERE not "orders"."is_name_indexed";--> statement-breakpoint
CREATE POLICY "worker may update (is_name_indexed)" ON "orders" AS PERMISSIVE FOR UPDATE TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site only" ON "order_name_words" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "checkout may insert" ON "order_name_words" AS PERMISSIVE FOR INSERT TO "checkout" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "order_name_words" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may insert" ON "order_name_words" AS PERMISSIVE FOR INSERT TO "worker" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "order_name_words" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may delete" ON "order_name_words" AS PERMISSIVE FOR DELETE TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);