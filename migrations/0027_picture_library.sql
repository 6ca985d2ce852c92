ALTER TABLE "pictures" ADD COLUMN "alt" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "is_decorative" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "focus_x" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "focus_y" integer DEFAULT 50 NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "file_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "original_hash" text;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "original_bytes" integer;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "original_type" text;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "uploaded_by" text;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "sequence" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_focus" CHECK ("pictures"."focus_x" between 0 and 100 and "pictures"."focus_y" between 0 and 100);--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_described" CHECK (not "pictures"."is_decorative" or "pictures"."alt" = '');--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_original" CHECK (("pictures"."original_hash" ~ '^[0-9a-f]{64}$' and "pictures"."original_bytes" > 0 and "pictures"."original_type" is not null) or num_nonnulls("pictures"."original_hash", "pictures"."original_bytes", "pictures"."original_type") = 0);--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_sequence_up" CHECK ("pictures"."sequence" >= 0);--> statement-breakpoint
-- The owner's own words move into the library. The policies bind the owner of the tables too; the grants that follow every
-- migration switch that on again.
ALTER TABLE "pictures" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "gallery_images" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "performances" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "media_items" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "product_images" NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE "pictures" SET "alt" = "described"."alt" FROM (
	SELECT DISTINCT ON ("website_id", "hash") "website_id", "hash", "alt" FROM (
		SELECT "website_id", split_part("image_url", '/', 3) AS "hash", "image_alt" AS "alt", 2 AS "place" FROM "performances" WHERE "image_url" LIKE '/images/%'
		UNION ALL SELECT "website_id", split_part("image_url", '/', 3), "alt", 3 FROM "product_images" WHERE "image_url" LIKE '/images/%'
		UNION ALL SELECT "website_id", split_part("poster_url", '/', 3), "poster_alt", 4 FROM "media_items" WHERE "poster_url" LIKE '/images/%'
		UNION ALL SELECT "gallery_images"."website_id", "pictures"."hash", "gallery_images"."alt", 1 FROM "gallery_images" JOIN "pictures" ON "pictures"."website_id" = "gallery_images"."website_id" AND "pictures"."id" = "gallery_images"."picture_id"
	) AS "places" WHERE "alt" <> '' ORDER BY "website_id", "hash", "place", "alt"
) AS "described" WHERE "described"."website_id" = "pictures"."website_id" AND "described"."hash" = "pictures"."hash";
