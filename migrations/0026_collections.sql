CREATE TABLE "awards" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"collection_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"year" integer NOT NULL,
	"title" text NOT NULL,
	"by" text NOT NULL,
	"result" text NOT NULL,
	"work" text,
	"text" text,
	"image" text,
	"image_alt" text,
	CONSTRAINT "awards_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "awards_sequence_up" CHECK ("awards"."sequence" >= 0),
	CONSTRAINT "awards_title_said" CHECK ("awards"."title" <> ''),
	CONSTRAINT "awards_result_known" CHECK ("awards"."result" in ('won', 'shortlisted', 'nominated'))
);
--> statement-breakpoint
ALTER TABLE "awards" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "own_collections" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "own_collections_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "own_collections_name" UNIQUE("website_id","name"),
	CONSTRAINT "own_collections_name_known" CHECK ("own_collections"."name" in ('releases', 'awards', 'press'))
);
--> statement-breakpoint
ALTER TABLE "own_collections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "press_quotes" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"collection_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"quote" text NOT NULL,
	"source" text NOT NULL,
	"author" text,
	"year" integer NOT NULL,
	"link" text,
	CONSTRAINT "press_quotes_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "press_quotes_sequence_up" CHECK ("press_quotes"."sequence" >= 0),
	CONSTRAINT "press_quotes_said" CHECK ("press_quotes"."quote" <> '' and "press_quotes"."source" <> ''),
	CONSTRAINT "press_quotes_link_open" CHECK ("press_quotes"."link" ~* '^https?://')
);
--> statement-breakpoint
ALTER TABLE "press_quotes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "releases" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"collection_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"kind" text NOT NULL,
	"released" text NOT NULL,
	"cover" text,
	"cover_alt" text,
	"text" text NOT NULL,
	"credits" text NOT NULL,
	"tracks" jsonb NOT NULL,
	"product" text,
	"links" jsonb NOT NULL,
	CONSTRAINT "releases_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "releases_slug" UNIQUE("website_id","slug"),
	CONSTRAINT "releases_sequence_up" CHECK ("releases"."sequence" >= 0),
	CONSTRAINT "releases_slug_shape" CHECK ("releases"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
	CONSTRAINT "releases_title_said" CHECK ("releases"."title" <> ''),
	CONSTRAINT "releases_kind_known" CHECK ("releases"."kind" in ('album', 'EP', 'single')),
	CONSTRAINT "releases_released_date" CHECK ("releases"."released" ~ '^[0-9]{4}(-[0-9]{2}-[0-9]{2})?$'),
	CONSTRAINT "releases_tracks_list" CHECK (jsonb_typeof("releases"."tracks") = 'array'),
	CONSTRAINT "releases_links_list" CHECK (jsonb_typeof("releases"."links") = 'array')
);
--> statement-breakpoint
ALTER TABLE "releases" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "undoable_deletes" DROP CONSTRAINT "undoable_deletes_type_known";--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_collection" FOREIGN KEY ("website_id","collection_id") REFERENCES "public"."own_collections"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_collections" ADD CONSTRAINT "own_collections_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "press_quotes" ADD CONSTRAINT "press_quotes_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "press_quotes" ADD CONSTRAINT "press_quotes_collection" FOREIGN KEY ("website_id","collection_id") REFERENCES "public"."own_collections"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_collection" FOREIGN KEY ("website_id","collection_id") REFERENCES "public"."own_collections"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "awards_collection" ON "awards" USING btree ("website_id","collection_id");--> statement-breakpoint
CREATE INDEX "awards_order" ON "awards" USING btree ("website_id","position","id");--> statement-breakpoint
CREATE INDEX "press_quotes_collection" ON "press_quotes" USING btree ("website_id","collection_id");--> statement-breakpoint
CREATE INDEX "press_quotes_order" ON "press_quotes" USING btree ("website_id","position","id");--> statement-breakpoint
CREATE INDEX "releases_collection" ON "releases" USING btree ("website_id","collection_id");--> statement-breakpoint
CREATE INDEX "releases_order" ON "releases" USING btree ("website_id","position","id");--> statement-breakpoint
ALTER TABLE "undoable_deletes" ADD CONSTRAINT "undoable_deletes_type_known" CHECK ("undoable_deletes"."resource_type" in ('announcement', 'award', 'contact_message', 'mail', 'media_item', 'press_quote', 'product', 'product_category', 'product_file', 'release', 'tour_date'));--> statement-breakpoint
CREATE POLICY "site only" ON "awards" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "awards" AS PERMISSIVE FOR SELECT TO "visitor" USING ("awards"."is_published");--> statement-breakpoint
CREATE POLICY "worker may select" ON "awards" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "awards" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "own_collections" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "own_collections" AS PERMISSIVE FOR SELECT TO "visitor" USING (true);--> statement-breakpoint
CREATE POLICY "worker may select" ON "own_collections" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "own_collections" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "press_quotes" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "press_quotes" AS PERMISSIVE FOR SELECT TO "visitor" USING ("press_quotes"."is_published");--> statement-breakpoint
CREATE POLICY "worker may select" ON "press_quotes" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "press_quotes" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "releases" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "releases" AS PERMISSIVE FOR SELECT TO "visitor" USING ("releases"."is_published");--> statement-breakpoint
CREATE POLICY "worker may select" ON "releases" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "releases" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);