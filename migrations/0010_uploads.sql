CREATE TABLE "analytics_days" (
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"day" date NOT NULL,
	"cut" text NOT NULL,
	"key" text NOT NULL,
	"measure" text NOT NULL,
	"n" bigint NOT NULL,
	CONSTRAINT "analytics_days_website_id_day_cut_measure_key_pk" PRIMARY KEY("website_id","day","cut","measure","key")
);
--> statement-breakpoint
ALTER TABLE "analytics_days" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "cart_additions" (
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"day" date NOT NULL,
	"added" integer NOT NULL,
	CONSTRAINT "cart_additions_website_id_day_product_id_pk" PRIMARY KEY("website_id","day","product_id"),
	CONSTRAINT "cart_additions_some" CHECK ("cart_additions"."added" > 0)
);
--> statement-breakpoint
ALTER TABLE "cart_additions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "support_notes" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"email_index" "bytea" NOT NULL,
	"kind" text NOT NULL,
	"content" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "support_notes_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "support_notes_index_size" CHECK (length("support_notes"."email_index") = 32),
	CONSTRAINT "support_notes_kind_known" CHECK ("support_notes"."kind" in ('note', 'answer'))
);
--> statement-breakpoint
ALTER TABLE "support_notes" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "download_counts" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"download_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"completed" integer DEFAULT 0 NOT NULL,
	"completed_at" timestamp with time zone,
	"served" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"served_bytes" bigint DEFAULT 0 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "download_counts_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "download_counts_once" UNIQUE("website_id","download_id","file_id"),
	CONSTRAINT "download_counts_counted" CHECK ("download_counts"."completed" >= 0 and "download_counts"."served_bytes" >= 0)
);
--> statement-breakpoint
ALTER TABLE "download_counts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "download_events" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"download_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"event_type" text NOT NULL,
	"is_first" boolean DEFAULT false NOT NULL,
	"reason" text,
	"bytes" bigint,
	"duration_ms" integer,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "download_events_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "download_events_type_known" CHECK ("download_events"."event_type" in ('started', 'paused', 'resumed', 'completed', 'verified', 'failed')),
	CONSTRAINT "download_events_reason" CHECK (("download_events"."event_type" = 'failed') = ("download_events"."reason" is not null)),
	CONSTRAINT "download_events_reason_known" CHECK ("download_events"."reason" in ('connection', 'refused', 'damaged', 'no-room', 'file-missing')),
	CONSTRAINT "download_events_measured" CHECK ("download_events"."bytes" >= 0 and "download_events"."duration_ms" >= 0)
);
--> statement-breakpoint
ALTER TABLE "download_events" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "preview_plays" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"session_id" text,
	"date_played" date NOT NULL,
	"play_count" integer NOT NULL,
	"complete_plays" integer DEFAULT 0 NOT NULL,
	"total_duration" integer DEFAULT 0 NOT NULL,
	"conversion_count" integer DEFAULT 0 NOT NULL,
	"device" text,
	"referrer" text,
	"first_played_at" timestamp with time zone NOT NULL,
	"last_played_at" timestamp with time zone NOT NULL,
	CONSTRAINT "preview_plays_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "preview_plays_once" UNIQUE NULLS NOT DISTINCT("website_id","product_id","session_id","date_played"),
	CONSTRAINT "preview_plays_counted" CHECK ("preview_plays"."play_count" > 0 and ("preview_plays"."session_id" is null or "preview_plays"."play_count" = 1)),
	CONSTRAINT "preview_plays_complete" CHECK ("preview_plays"."complete_plays" between 0 and 1 and "preview_plays"."conversion_count" between 0 and 1),
	CONSTRAINT "preview_plays_seconds" CHECK ("preview_plays"."total_duration" between 0 and 86400),
	CONSTRAINT "preview_plays_nameless" CHECK ("preview_plays"."session_id" is not null or ("preview_plays"."complete_plays" = 0 and "preview_plays"."total_duration" = 0 and "preview_plays"."conversion_count" = 0 and "preview_plays"."device" is null and "preview_plays"."referrer" is null))
);
--> statement-breakpoint
ALTER TABLE "preview_plays" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "track_previews" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"start_ms" integer,
	"choice" integer DEFAULT 0 NOT NULL,
	"duration_ms" integer,
	"peaks" text,
	"clip_hash" text,
	"clip_ending" text,
	"clip_bytes" integer,
	"clip_start_ms" integer,
	"clip_ms" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "track_previews_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "track_previews_once" UNIQUE("website_id","file_id"),
	CONSTRAINT "track_previews_state_known" CHECK ("track_previews"."state" in ('waiting', 'ready', 'failed')),
	CONSTRAINT "track_previews_peaks" CHECK (length(decode("track_previews"."peaks", 'base64')) = 1000),
	CONSTRAINT "track_previews_start" CHECK ("track_previews"."start_ms" >= 0),
	CONSTRAINT "track_previews_clip_whole" CHECK (("track_previews"."clip_hash" is null) = ("track_previews"."clip_ending" is null)),
	CONSTRAINT "track_previews_ready" CHECK ("track_previews"."state" <> 'ready' or "track_previews"."clip_hash" is not null)
);
--> statement-breakpoint
ALTER TABLE "track_previews" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "product_files" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"file_type" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"details" jsonb NOT NULL,
	"upload_id" uuid NOT NULL,
	"chunk_bytes" integer NOT NULL,
	"chunks" text[] NOT NULL,
	"hash" text NOT NULL,
	"position" integer NOT NULL,
	"tags" jsonb,
	"words" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_files_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "product_files_upload" UNIQUE("website_id","upload_id"),
	CONSTRAINT "product_files_type_known" CHECK ("product_files"."file_type" in ('tracks', 'album', 'cover')),
	CONSTRAINT "product_files_size" CHECK ("product_files"."bytes" between 1 and 1073741824),
	CONSTRAINT "product_files_whole" CHECK (cardinality("product_files"."chunks") between 1 and 1024)
);
--> statement-breakpoint
ALTER TABLE "product_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "upload_chunks" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"bytes" integer NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "upload_chunks_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "upload_chunks_once" UNIQUE("website_id","upload_id","index"),
	CONSTRAINT "upload_chunks_place" CHECK ("upload_chunks"."index" >= 0 and "upload_chunks"."bytes" > 0)
);
--> statement-breakpoint
ALTER TABLE "upload_chunks" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "upload_sessions" (
	"id" uuid NOT NULL,
	"website_id" uuid DEFAULT nullif(current_setting('app.website_id', true), '')::uuid NOT NULL,
	"session_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"file_type" text NOT NULL,
	"file_name" text NOT NULL,
	"details" jsonb NOT NULL,
	"total_chunks" integer NOT NULL,
	"chunk_bytes" integer,
	"last_bytes" integer,
	"expected_bytes" bigint NOT NULL,
	"type" text,
	"file_sha256" text,
	"claimed_until" timestamp with time zone,
	"file_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_activity" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upload_sessions_website_id_id_pk" PRIMARY KEY("website_id","id"),
	CONSTRAINT "upload_sessions_session" UNIQUE("website_id","session_id"),
	CONSTRAINT "upload_sessions_type_known" CHECK ("upload_sessions"."file_type" in ('tracks', 'album', 'cover')),
	CONSTRAINT "upload_sessions_chunks" CHECK ("upload_sessions"."total_chunks" between 1 and 1024)
);
--> statement-breakpoint
ALTER TABLE "upload_sessions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "digital_downloads" ADD COLUMN "link_serial" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "analytics_days" ADD CONSTRAINT "analytics_days_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_additions" ADD CONSTRAINT "cart_additions_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_additions" ADD CONSTRAINT "cart_additions_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_notes" ADD CONSTRAINT "support_notes_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_counts" ADD CONSTRAINT "download_counts_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_counts" ADD CONSTRAINT "download_counts_download" FOREIGN KEY ("website_id","download_id") REFERENCES "public"."digital_downloads"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_counts" ADD CONSTRAINT "download_counts_file" FOREIGN KEY ("website_id","file_id") REFERENCES "public"."product_files"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_events" ADD CONSTRAINT "download_events_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_events" ADD CONSTRAINT "download_events_download" FOREIGN KEY ("website_id","download_id") REFERENCES "public"."digital_downloads"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "download_events" ADD CONSTRAINT "download_events_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_plays" ADD CONSTRAINT "preview_plays_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "preview_plays" ADD CONSTRAINT "preview_plays_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "track_previews" ADD CONSTRAINT "track_previews_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "track_previews" ADD CONSTRAINT "track_previews_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "track_previews" ADD CONSTRAINT "track_previews_file" FOREIGN KEY ("website_id","file_id") REFERENCES "public"."product_files"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_files" ADD CONSTRAINT "product_files_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_chunks" ADD CONSTRAINT "upload_chunks_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_chunks" ADD CONSTRAINT "upload_chunks_upload" FOREIGN KEY ("website_id","upload_id") REFERENCES "public"."upload_sessions"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_sessions" ADD CONSTRAINT "upload_sessions_website_id_websites_website_id_fk" FOREIGN KEY ("website_id") REFERENCES "public"."websites"("website_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_sessions" ADD CONSTRAINT "upload_sessions_product" FOREIGN KEY ("website_id","product_id") REFERENCES "public"."products"("website_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_notes_email" ON "support_notes" USING btree ("website_id","email_index","created_at");--> statement-breakpoint
CREATE INDEX "download_events_time" ON "download_events" USING btree ("website_id","created_at");--> statement-breakpoint
CREATE INDEX "download_events_file" ON "download_events" USING btree ("website_id","file_id","created_at") WHERE "download_events"."reason" = 'file-missing' or "download_events"."event_type" = 'completed';--> statement-breakpoint
CREATE INDEX "download_events_download" ON "download_events" USING btree ("website_id","download_id","created_at");--> statement-breakpoint
CREATE INDEX "preview_plays_day" ON "preview_plays" USING btree ("website_id","date_played");--> statement-breakpoint
CREATE INDEX "preview_plays_session" ON "preview_plays" USING btree ("website_id","session_id");--> statement-breakpoint
CREATE INDEX "track_previews_product" ON "track_previews" USING btree ("website_id","product_id");--> statement-breakpoint
CREATE INDEX "product_files_order" ON "product_files" USING btree ("website_id","product_id","position");--> statement-breakpoint
CREATE INDEX "upload_sessions_idle" ON "upload_sessions" USING btree ("website_id","last_activity");--> statement-breakpoint
CREATE INDEX "digital_downloads_newest" ON "digital_downloads" USING btree ("website_id","created_at","id");--> statement-breakpoint
CREATE POLICY "worker may update (digital_metadata, updated_at)" ON "products" AS PERMISSIVE FOR UPDATE TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site only" ON "analytics_days" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may all" ON "analytics_days" AS PERMISSIVE FOR ALL TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "analytics_days" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "cart_additions" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may all" ON "cart_additions" AS PERMISSIVE FOR ALL TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "cart_additions" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "support_notes" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "administrator may select" ON "support_notes" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may insert" ON "support_notes" AS PERMISSIVE FOR INSERT TO "administrator" WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may delete" ON "support_notes" AS PERMISSIVE FOR DELETE TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "worker may select" ON "support_notes" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may update (content)" ON "support_notes" AS PERMISSIVE FOR UPDATE TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "site only" ON "download_counts" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may all" ON "download_counts" AS PERMISSIVE FOR ALL TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "download_counts" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "administrator may delete" ON "download_counts" AS PERMISSIVE FOR DELETE TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "download_events" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may all" ON "download_events" AS PERMISSIVE FOR ALL TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "download_events" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "preview_plays" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may all" ON "preview_plays" AS PERMISSIVE FOR ALL TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may select" ON "preview_plays" AS PERMISSIVE FOR SELECT TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "track_previews" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "visitor may select" ON "track_previews" AS PERMISSIVE FOR SELECT TO "visitor" USING ("track_previews"."clip_hash" is not null and exists (select from products where products.website_id = "track_previews"."website_id" and products.id = "track_previews"."product_id"));--> statement-breakpoint
CREATE POLICY "worker may all" ON "track_previews" AS PERMISSIVE FOR ALL TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "track_previews" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "product_files" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may select" ON "product_files" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may update (tags, position)" ON "product_files" AS PERMISSIVE FOR UPDATE TO "worker" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "product_files" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "upload_chunks" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may select" ON "upload_chunks" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "upload_chunks" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);--> statement-breakpoint
CREATE POLICY "site only" ON "upload_sessions" AS RESTRICTIVE FOR ALL TO public USING (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid)) WITH CHECK (website_id = (select nullif(current_setting('app.website_id', true), '')::uuid));--> statement-breakpoint
CREATE POLICY "worker may select" ON "upload_sessions" AS PERMISSIVE FOR SELECT TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "worker may delete" ON "upload_sessions" AS PERMISSIVE FOR DELETE TO "worker" USING (true);--> statement-breakpoint
CREATE POLICY "administrator may all" ON "upload_sessions" AS PERMISSIVE FOR ALL TO "administrator" USING ((select nullif(current_setting('app.user_id', true), '')) is not null) WITH CHECK ((select nullif(current_setting('app.user_id', true), '')) is not null);