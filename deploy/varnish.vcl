# Varnish 7 in front of the web processes, as a CDN of your own; needs vmod xkey (Debian: varnish-modules). TLS ends before
# Varnish, in Caddy or hitch. Its environment says what differs between installations:
#
#   PURGE_TOKEN   the CDN_PURGE_TOKEN of Stagedoor, whose CDN_PURGE_URL is http://<this Varnish>/.purge
#
# TRUSTED_PROXIES of Stagedoor names this machine and the one that ends TLS.
vcl 4.1;

import std;
import xkey;

backend web {
	.host = "127.0.0.1";
	.port = "3001";
}

sub vcl_recv {
	if (req.url == "/.purge") {
		if (req.method != "POST" || std.getenv("PURGE_TOKEN") == "" || req.http.Authorization != "Bearer " + std.getenv("PURGE_TOKEN")) {
			return (synth(403, "Forbidden"));
		}
		set req.http.X-Purged = xkey.purge(req.http.Cache-Tag);
		return (synth(200, "Purged " + req.http.X-Purged));
	}
	if (req.url ~ "^/internal/") {
		return (synth(404, "Not Found"));
	}
	if (req.method != "GET" && req.method != "HEAD") {
		return (pass);
	}
	# Signed-in users get everything from Stagedoor. It reads no other cookie.
	if (req.http.Cookie ~ "(^|;)\s*(__Host-)?session\s*=") {
		return (pass);
	}
	unset req.http.Cookie;
}

sub vcl_backend_response {
	# Only what Stagedoor gives to a CDN is kept.
	if (beresp.http.CDN-Cache-Control ~ "max-age=[0-9]+") {
		set beresp.ttl = std.duration(regsub(beresp.http.CDN-Cache-Control, "^.*max-age=([0-9]+).*$", "\1s"), 0s);
		# Not sent after its time: a page says when it changes by itself.
		set beresp.grace = 0s;
		set beresp.keep = 1h;
		set beresp.http.xkey = beresp.http.Cache-Tag;
	} else {
		set beresp.uncacheable = true;
		set beresp.ttl = 120s;
	}
	return (deliver);
}

sub vcl_deliver {
	unset resp.http.CDN-Cache-Control;
	unset resp.http.Cache-Tag;
	unset resp.http.xkey;
	# Browsers revalidate here; the age of a copy is no concern of theirs.
	unset resp.http.Age;
}
