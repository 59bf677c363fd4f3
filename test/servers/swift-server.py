"""OpenStack Swift with its S3 API in one process on loopback, for tests.

usage: /usr/bin/python3 swift-server.py FOLDER PORT

Keeps its objects in FOLDER, in one bucket called jobs. Each line RESERVE KEY=SECRET of its input starts a server in a fork,
because loading Swift takes seconds, and prints its process id. RESERVE: the share of the disk that it leaves free; with 100%
it is full. Ends with the process that started it.
"""
import ctypes
import os
import signal
import sys
import traceback

import eventlet
from eventlet import wsgi

eventlet.monkey_patch()

from paste.deploy import loadapp  # noqa: E402
from swift.common import utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.swob import Request  # noqa: E402

FOLDER, PORT = sys.argv[1:]

PROXY = """
[DEFAULT]
swift_dir = {folder}
[pipeline:main]
pipeline = catch_errors s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:s3api]
use = egg:swift#s3api
location = eu-test-1
storage_domain = localhost
[filter:tempauth]
use = egg:swift#tempauth
user_test_{user} .admin
"""

STORAGE = """
[DEFAULT]
devices = {folder}
swift_dir = {folder}
mount_check = false
[app:main]
use = egg:swift#{kind}
"""


class Silent:
    """A log that nobody reads."""

    def info(self, *_):
        pass

    write = debug = error = exception = info


class Cache:
    """What Swift keeps in memcached."""

    def __init__(self):
        self.values = {}

    def get(self, key, *_, **__):
        return self.values.get(key)

    def set(self, key, value, *_, **__):
        self.values[key] = value

    def delete(self, key, *_, **__):
        self.values.pop(key, None)


cache = Cache()


def cached(app):
    def call(environ, start_response):
        environ["swift.cache"] = cache
        return app(environ, start_response)

    return call


def listen(port):
    return eventlet.listen(("127.0.0.1", port), reuse_port=False)


def serve(socket, name, text):
    path = os.path.join(FOLDER, name + ".conf")
    with open(path, "w") as file:
        file.write(text)
    app = loadapp("config:" + path)
    eventlet.spawn(wsgi.server, socket, cached(app), Silent(), keepalive=True)
    return path


def make_bucket(path):
    made = Request.blank("/v1/AUTH_test/jobs", environ={"REQUEST_METHOD": "PUT"})
    status = made.get_response(cached(loadapp("config:" + path, name="proxy-server"))).status_int
    if status not in (201, 202):
        sys.exit("the bucket was not made: %d" % status)


def end_with_parent():
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


def start(reserve, user):
    end_with_parent()
    eventlet.hubs.use_hub()
    utils.FALLOCATE_RESERVE, utils.FALLOCATE_IS_PERCENT = utils.config_fallocate_value(reserve)
    sockets = {kind: listen(0) for kind in ("account", "container", "object")}
    for kind, socket in sockets.items():
        builder = RingBuilder(1, 1, 1)
        port = socket.getsockname()[1]
        builder.add_dev(
            {"region": 1, "zone": 1, "weight": 1, "ip": "127.0.0.1", "port": port, "device": "disk"}
        )
        builder.rebalance()
        builder.get_ring().save(os.path.join(FOLDER, kind + ".ring.gz"))
    for kind, socket in sockets.items():
        serve(socket, kind, STORAGE.format(folder=FOLDER, kind=kind))
    path = serve(listen(int(PORT)), "proxy", PROXY.format(folder=FOLDER, user=user.replace("=", " = ")))
    make_bucket(path)
    print(os.getpid(), flush=True)
    eventlet.hubs.get_hub().switch()


end_with_parent()
utils.HASH_PATH_SUFFIX = b"test"
os.makedirs(os.path.join(FOLDER, "disk"), exist_ok=True)
# What was killed is gone at once.
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for line in sys.stdin:
    if os.fork() == 0:
        try:
            start(*line.split())
        except BaseException:
            traceback.print_exc()
            print("failed", flush=True)
            os._exit(1)
