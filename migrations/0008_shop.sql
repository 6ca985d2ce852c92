CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reference" text NOT NULL,
	"lines" jsonb NOT NULL,
	"customer" "bytea" NOT NULL,
	"country" text NOT NULL,
	"shipping_option" text,
	"currency" text NOT NULL,
	"subtotal" integer NOT NULL,
	"shipping" integer NOT NULL,
	"vat" integer NOT NULL,
	"total" integer NOT NULL,
	"session_id" text,
	"payment_intent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkouts_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "checkouts_key" UNIQUE("website_id","key"),
	CONSTRAINT "checkouts_reference" UNIQUE("website_id","reference"),
	CONSTRAINT "checkouts_session" UNIQUE("website_id","session_id"),
	CONSTRAINT "checkouts_state_known" CHECK ("checkouts"."state" in ('open', 'expired', 'cancelled', 'review', 'paid')),
	CONSTRAINT "checkouts_amounts" CHECK ("checkouts"."subtotal" >= 0 and "checkouts"."shipping" >= 0 and "checkouts"."vat" >= 0 and "checkouts"."total" >= 0)
);
--> statement-breakpoint
ALTER TABLE "checkouts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "payment_events" (
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_events_website_id_event_id_pk" PRIMARY KEY("website_id","event_id")
);
--> statement-breakpoint
ALTER TABLE "payment_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_holds" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"stock_id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"outcome" text,
	CONSTRAINT "stock_holds_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "stock_holds_once" UNIQUE("website_id","checkout_id","stock_id"),
	CONSTRAINT "stock_holds_quantity" CHECK ("stock_holds"."quantity" > 0),
	CONSTRAINT "stock_holds_outcome_known" CHECK ("stock_holds"."outcome" in ('released', 'sold'))
);
--> statement-breakpoint
ALTER TABLE "stock_holds" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "digital_downloads" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"order_item_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"downloads_used" integer DEFAULT 0 NOT NULL,
	"downloads_allowed" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "digital_downloads_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "digital_downloads_token" UNIQUE("website_id","token_hash"),
	CONSTRAINT "digital_downloads_once" UNIQUE("website_id","order_item_id","product_id"),
	CONSTRAINT "digital_downloads_counted" CHECK ("digital_downloads"."downloads_used" >= 0 and "digital_downloads"."downloads_allowed" > 0)
);
--> statement-breakpoint
ALTER TABLE "digital_downloads" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid,
	"product_name" text NOT NULL,
	"variant_name" text,
	"quantity" integer NOT NULL,
	"unit_price" integer NOT NULL,
	"total_price" integer NOT NULL,
	"vat_rate" integer NOT NULL,
	"vat_amount" integer NOT NULL,
	"is_digital" boolean NOT NULL,
	"digital_metadata" jsonb,
	"position" integer NOT NULL,
	CONSTRAINT "order_items_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "order_items_quantity" CHECK ("order_items"."quantity" > 0),
	CONSTRAINT "order_items_total" CHECK ("order_items"."total_price" = "order_items"."unit_price" * "order_items"."quantity")
);
--> statement-breakpoint
ALTER TABLE "order_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"order_reference" text NOT NULL,
	"order_number" text NOT NULL,
	"status" text DEFAULT 'paid' NOT NULL,
	"attention" text,
	"customer_email" "bytea" NOT NULL,
	"customer_name" "bytea" NOT NULL,
	"shipping_address" "bytea",
	"email_index" "bytea" NOT NULL,
	"country" text NOT NULL,
	"shipping_option" text,
	"currency" text NOT NULL,
	"subtotal_amount" integer NOT NULL,
	"shipping_amount" integer NOT NULL,
	"vat_amount" integer NOT NULL,
	"total_amount" integer NOT NULL,
	"refunded_amount" integer DEFAULT 0 NOT NULL,
	"stripe_session_id" text NOT NULL,
	"stripe_payment_intent" text,
	"tracking_number" text,
	"tracking_carrier" text,
	"order_notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "orders_checkout_once" UNIQUE("website_id","checkout_id"),
	CONSTRAINT "orders_reference" UNIQUE("website_id","order_reference"),
	CONSTRAINT "orders_number" UNIQUE("website_id","order_number"),
	CONSTRAINT "orders_session" UNIQUE("website_id","stripe_session_id"),
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('paid', 'processing', 'shipped', 'delivered', 'cancelled')),
	CONSTRAINT "orders_amounts" CHECK ("orders"."subtotal_amount" >= 0 and "orders"."shipping_amount" >= 0 and "orders"."vat_amount" >= 0 and "orders"."total_amount" >= 0),
	CONSTRAINT "orders_refund_within" CHECK ("orders"."refunded_amount" between 0 and "orders"."total_amount")
);
--> statement-breakpoint
ALTER TABLE "orders" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "bundle_parts" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"bundle_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid,
	"quantity" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "bundle_parts_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "bundle_parts_once" UNIQUE NULLS NOT DISTINCT("website_id","bundle_id","product_id","variant_id"),
	CONSTRAINT "bundle_parts_quantity" CHECK ("bundle_parts"."quantity" between 1 and 100),
	CONSTRAINT "bundle_parts_others" CHECK ("bundle_parts"."bundle_id" <> "bundle_parts"."product_id")
);
--> statement-breakpoint
ALTER TABLE "bundle_parts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product_categories" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"name" text NOT NULL,
	"slug" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_categories_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "product_categories_slug" UNIQUE("website_id","slug"),
	CONSTRAINT "product_categories_name_said" CHECK ("product_categories"."name" <> ''),
	CONSTRAINT "product_categories_slug_plain" CHECK ("product_categories"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$')
);
--> statement-breakpoint
ALTER TABLE "product_categories" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product_images" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"image_url" text NOT NULL,
	"alt" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "product_images_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "product_images_own" CHECK ("product_images"."image_url" ~ '^/[^/]')
);
--> statement-breakpoint
ALTER TABLE "product_images" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product_variants" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"options" text[] NOT NULL,
	"price_difference" integer DEFAULT 0 NOT NULL,
	"max_quantity" integer,
	"position" integer NOT NULL,
	"is_offered" boolean DEFAULT true NOT NULL,
	CONSTRAINT "product_variants_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "product_variants_options" UNIQUE("website_id","product_id","options"),
	CONSTRAINT "product_variants_options_said" CHECK (cardinality("product_variants"."options") between 1 and 3),
	CONSTRAINT "product_variants_most" CHECK ("product_variants"."max_quantity" > 0)
);
--> statement-breakpoint
ALTER TABLE "product_variants" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"product_type" text DEFAULT 'physical' NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"price" integer NOT NULL,
	"vat_kind" text DEFAULT 'standard' NOT NULL,
	"category_id" uuid,
	"max_quantity" integer,
	"option_names" text[] DEFAULT '{}' NOT NULL,
	"digital_metadata" jsonb,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "products_slug" UNIQUE("website_id","slug"),
	CONSTRAINT "products_name_said" CHECK ("products"."name" <> ''),
	CONSTRAINT "products_slug_plain" CHECK ("products"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and "products"."slug" <> 'contact'),
	CONSTRAINT "products_price_whole" CHECK ("products"."price" between 0 and 100000000),
	CONSTRAINT "products_type_known" CHECK ("products"."product_type" in ('physical', 'digital', 'bundle')),
	CONSTRAINT "products_status_known" CHECK ("products"."status" in ('draft', 'published', 'archived')),
	CONSTRAINT "products_most" CHECK ("products"."max_quantity" > 0),
	CONSTRAINT "products_digital_unlimited" CHECK ("products"."product_type" <> 'digital' or "products"."max_quantity" is null),
	CONSTRAINT "products_sequence_up" CHECK ("products"."sequence" >= 0)
);
--> statement-breakpoint
ALTER TABLE "products" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_items" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"variant_id" uuid,
	"on_hand" integer DEFAULT 0 NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "stock_items_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "stock_items_once" UNIQUE NULLS NOT DISTINCT("website_id","product_id","variant_id"),
	CONSTRAINT "stock_items_never_below_zero" CHECK ("stock_items"."on_hand" >= 0 and "stock_items"."held" >= 0)
);
--> statement-breakpoint
ALTER TABLE "stock_items" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"stock_id" uuid NOT NULL,
	"change" integer NOT NULL,
	"reason" text NOT NULL,
	"on_hand_after" integer NOT NULL,
	"order_id" uuid,
	"user_id" uuid,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movements_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "stock_movements_move" CHECK ("stock_movements"."change" <> 0),
	CONSTRAINT "stock_movements_reason_known" CHECK ("stock_movements"."reason" in ('initial', 'correction', 'sale', 'cancel'))
);
--> statement-breakpoint
ALTER TABLE "stock_movements" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_stock" FOREIGN KEY ("website_id","stock_id") REFERENCES "public"."stock_items"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_holds" ADD CONSTRAINT "stock_holds_checkout" FOREIGN KEY ("website_id","checkout_id") REFERENCES "public"."checkouts"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_downloads" ADD CONSTRAINT "digital_downloads_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_downloads" ADD CONSTRAINT "digital_downloads_order" FOREIGN KEY ("website_id","order_id") REFERENCES "public"."orders"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_downloads" ADD CONSTRAINT "digital_downloads_item" FOREIGN KEY ("website_id","order_item_id") REFERENCES "public"."order_items"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digital_downloads" ADD CONSTRAINT "digital_downloads_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order" FOREIGN KEY ("website_id","order_id") REFERENCES "public"."orders"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout" FOREIGN KEY ("website_id","checkout_id") REFERENCES "public"."checkouts"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_parts" ADD CONSTRAINT "bundle_parts_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_parts" ADD CONSTRAINT "bundle_parts_bundle" FOREIGN KEY ("website_id","bundle_id") REFERENCES "public"."products"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_parts" ADD CONSTRAINT "bundle_parts_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bundle_parts" ADD CONSTRAINT "bundle_parts_variant" FOREIGN KEY ("website_id","variant_id") REFERENCES "public"."product_variants"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_categories" ADD CONSTRAINT "product_categories_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_images" ADD CONSTRAINT "product_images_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_variants" ADD CONSTRAINT "product_variants_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_category" FOREIGN KEY ("website_id","category_id") REFERENCES "public"."product_categories"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_items" ADD CONSTRAINT "stock_items_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_items" ADD CONSTRAINT "stock_items_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_items" ADD CONSTRAINT "stock_items_variant" FOREIGN KEY ("website_id","variant_id") REFERENCES "public"."product_variants"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_stock" FOREIGN KEY ("website_id","stock_id") REFERENCES "public"."stock_items"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_ending" ON "checkouts" USING btree ("website_id","state","expires_at");--> statement-breakpoint
CREATE INDEX "stock_holds_stock" ON "stock_holds" USING btree ("website_id","stock_id");--> statement-breakpoint
CREATE INDEX "digital_downloads_order" ON "digital_downloads" USING btree ("website_id","order_id");--> statement-breakpoint
CREATE INDEX "digital_downloads_product" ON "digital_downloads" USING btree ("website_id","product_id");--> statement-breakpoint
CREATE INDEX "order_items_order" ON "order_items" USING btree ("website_id","order_id");--> statement-breakpoint
CREATE INDEX "order_items_product" ON "order_items" USING btree ("website_id","product_id");--> statement-breakpoint
CREATE INDEX "orders_intent" ON "orders" USING btree ("website_id","stripe_payment_intent");--> statement-breakpoint
CREATE INDEX "orders_email" ON "orders" USING btree ("website_id","email_index");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("website_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("website_id","status","created_at");--> statement-breakpoint
CREATE INDEX "product_images_order" ON "product_images" USING btree ("website_id","product_id","position");--> statement-breakpoint
CREATE INDEX "products_name" ON "products" USING btree ("website_id","name");--> statement-breakpoint
CREATE INDEX "stock_movements_newest" ON "stock_movements" USING btree ("website_id","stock_id","created_at");--> statement-breakpoint
CREATE POLICY "site only" ON "checkouts" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "checkout may all" ON "checkouts" AS PERMISSIVE FOR ALL TO "checkout" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "checkouts" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "site only" ON "payment_events" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "checkout may insert" ON "payment_events" AS PERMISSIVE FOR INSERT TO "checkout" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "checkout may select" ON "payment_events" AS PERMISSIVE FOR SELECT TO "checkout" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "payment_events" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "stock_holds" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "checkout may all" ON "stock_holds" AS PERMISSIVE FOR ALL TO "checkout" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "stock_holds" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "worker may select" ON "stock_holds" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "site only" ON "digital_downloads" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "checkout may all" ON "digital_downloads" AS PERMISSIVE FOR ALL TO "checkout" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may all" ON "digital_downloads" AS PERMISSIVE FOR ALL TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "digital_downloads" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may update" ON "digital_downloads" AS PERMISSIVE FOR UPDATE TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "order_items" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "checkout may all" ON "order_items" AS PERMISSIVE FOR ALL TO "checkout" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "order_items" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "order_items" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "orders" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "checkout may all" ON "orders" AS PERMISSIVE FOR ALL TO "checkout" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "orders" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "orders" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may update" ON "orders" AS PERMISSIVE FOR UPDATE TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "bundle_parts" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "bundle_parts" AS PERMISSIVE FOR SELECT TO "visitor" USING (true);--> statement-breakpoint
CREATE POLICY "checkout may select" ON "bundle_parts" AS PERMISSIVE FOR SELECT TO "checkout" USING (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "bundle_parts" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "bundle_parts" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "product_categories" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "product_categories" AS PERMISSIVE FOR SELECT TO "visitor" USING (true);--> statement-breakpoint
CREATE POLICY "checkout may select" ON "product_categories" AS PERMISSIVE FOR SELECT TO "checkout" USING (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "product_categories" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "product_categories" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "product_images" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "product_images" AS PERMISSIVE FOR SELECT TO "visitor" USING (true);--> statement-breakpoint
CREATE POLICY "checkout may select" ON "product_images" AS PERMISSIVE FOR SELECT TO "checkout" USING (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "product_images" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "product_images" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "product_variants" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "product_variants" AS PERMISSIVE FOR SELECT TO "visitor" USING (true);--> statement-breakpoint
CREATE POLICY "checkout may select" ON "product_variants" AS PERMISSIVE FOR SELECT TO "checkout" USING (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "product_variants" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "product_variants" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "products" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "products" AS PERMISSIVE FOR SELECT TO "visitor" USING ("products"."status" = 'published');--> statement-breakpoint
CREATE POLICY "checkout may select" ON "products" AS PERMISSIVE FOR SELECT TO "checkout" USING (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "products" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "products" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "stock_items" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "stock_items" AS PERMISSIVE FOR SELECT TO "visitor" USING (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "stock_items" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "checkout may select" ON "stock_items" AS PERMISSIVE FOR SELECT TO "checkout" USING (true);--> statement-breakpoint
CREATE POLICY "checkout may update (on_hand, held)" ON "stock_items" AS PERMISSIVE FOR UPDATE TO "checkout" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "stock_items" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "stock_movements" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "checkout may insert" ON "stock_movements" AS PERMISSIVE FOR INSERT TO "checkout" WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may insert" ON "stock_movements" AS PERMISSIVE FOR INSERT TO "administrator" WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "stock_movements" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "worker may select" ON "stock_movements" AS PERMISSIVE FOR SELECT TO "worker" USING (true);