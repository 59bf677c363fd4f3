#!/bin/sh
# The operator's commands on a server with quintet.service, with its environment and on its data:
#   install -m 0755 deploy/quintet.sh /usr/local/sbin/quintet
#   quintet keys create you@example.com
# As root: the service's user exists only while it runs. Files of the database keep their owner.
# Bun starts in its own folder, so that no bunfig.toml of the current one is run as root; Quintet then changes to it.
exec systemd-run --quiet --pipe --wait --collect --working-directory=/opt/quintet \
  --setenv=QUINTET_CWD="$PWD" \
  --property=EnvironmentFile=-/etc/quintet/quintet.env \
  --property=Environment=DATA_DIR=/var/lib/quintet \
  --property=UMask=0077 \
  /opt/quintet/node_modules/.bin/bun --no-env-file --config=/dev/null /opt/quintet/dist/quintet.js "$@"
