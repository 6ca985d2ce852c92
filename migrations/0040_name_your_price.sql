ALTER TABLE "orders" ALTER COLUMN "stripe_session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "order_items" ADD COLUMN "minimum_price" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "price_kind" text DEFAULT 'fixed' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "suggested_price" integer;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_minimum" CHECK ("order_items"."minimum_price" between 0 and "order_items"."unit_price");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_price_kind_known" CHECK ("products"."price_kind" in ('fixed', 'from'));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_suggestion" CHECK ("products"."suggested_price" is null or ("products"."price_kind" = 'from' and "products"."suggested_price" between "products"."price" and 100000000));