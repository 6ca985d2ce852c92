"""An object store that speaks S3: OpenStack Swift, all of it in one folder and one family of processes.

usage: s3-server.py FOLDER PORT SECRET (the three ports after the first are taken too)
"""
import ctypes
import logging
import os
import signal
import sys
import time

FOLDER, PORT, SECRET = sys.argv[1], int(sys.argv[2]), sys.argv[3]
SERVERS = ['account', 'container', 'object']
COMMON = f"""
swift_dir = {FOLDER}
bind_ip = 127.0.0.1
workers = 0
log_level = ERROR
log_custom_handlers = __main__.complain
conn_timeout = 10
node_timeout = 60
"""


def write(name, text):
    with open(os.path.join(FOLDER, name), 'w') as file:
        file.write(text)


def die_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


write('swift.conf', '[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n')
write('proxy.conf', f"""
[DEFAULT]{COMMON}bind_port = {PORT}
[pipeline:main]
pipeline = cache healthcheck s3api tempauth slo proxy-server
[filter:cache]
use = call:__main__:remembering
[filter:healthcheck]
use = egg:swift#healthcheck
[filter:s3api]
use = egg:swift#s3api
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = {SECRET} .admin
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_limit = 1000000
""")
for at, name in enumerate(SERVERS, 1):
    write(f'{name}.conf', f"""
[DEFAULT]{COMMON}bind_port = {PORT + at}
devices = {FOLDER}/disks
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = {name}-server
[app:{name}-server]
use = egg:swift#{name}
container_update_timeout = 60
fallocate_reserve = 0
""")
os.makedirs(os.path.join(FOLDER, 'disks', 'd1'), exist_ok=True)

from swift.common import utils  # noqa: E402

utils.eventlet_monkey_patch()
utils.set_swift_dir(FOLDER)
utils.validate_hash_conf()
from swift.common import db, storage_policy, wsgi  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402

storage_policy.reload_storage_policies()


open_broker = db.DatabaseBroker.__init__


def open_strict_broker(self, *given, **named):
    """On a busy machine Swift lists what it knew before; S3 lists every object that was stored."""
    open_broker(self, *given, **named)
    self.pending_timeout, self.stale_reads_ok = 60, False


db.DatabaseBroker.__init__ = open_strict_broker


def complain(conf, name, to_console, route, fmt, logger, adapted):
    if not logger.handlers:
        logger.addHandler(logging.StreamHandler(sys.stderr))


class Cache:
    """What tempauth would keep in memcached."""

    known = {}

    def get(self, key, *_, **__):
        value, until = self.known.get(key, (None, 0))
        return value if until > time.time() else None

    def set(self, key, value, *_, **about):
        self.known[key] = (value, time.time() + (about.get('time') or 3600))

    def delete(self, key, *_, **__):
        self.known.pop(key, None)

    def incr(self, *_, **__):
        return None

    def get_multi(self, keys, *_, **__):
        return [self.get(key) for key in keys]

    decr = set_multi = incr


def remembering(_, **__):
    def filtered(app):
        def call(environment, start):
            environment['swift.cache'] = Cache()
            return app(environment, start)
        return call
    return filtered


def serve(name):
    path = os.path.join(FOLDER, f'{name}.conf')
    conf = dict(wsgi.appconfig(path, name=f'{name}-server'), __file__=path)
    logger = utils.get_logger(conf, name, log_route='wsgi')
    wsgi.run_server(conf, logger, wsgi.get_socket(conf), global_conf={'log_name': name})


for at, name in enumerate(SERVERS, 1):
    ring = RingBuilder(4, 1, 0)
    ring.add_dev(dict(region=1, zone=1, ip='127.0.0.1', port=PORT + at, device='d1', weight=1, meta='',
                      replication_ip='127.0.0.1', replication_port=PORT + at))
    ring.rebalance()
    ring.get_ring().save(os.path.join(FOLDER, f'{name}.ring.gz'))
die_with_parent()
for name in SERVERS:
    if os.fork() == 0:
        die_with_parent()
        serve(name)
        os._exit(0)
serve('proxy')
