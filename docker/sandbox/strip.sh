#!/bin/sh
# Runs inside the image, last: what no tool needs and what only helps an intruder goes.
set -eu

apt-get purge -y --allow-remove-essential --auto-remove \
  -o APT::AutoRemove::RecommendsImportant=false e2fsprogs logsave 2>/dev/null || true
apt-get clean

# Without package tools nothing can be installed at run time; dpkg's status stays for scanners.
dpkg --purge --force-depends --force-remove-essential --force-remove-protected apt >/dev/null 2>&1 || true

rm -rf /var/lib/apt /var/cache/* /var/log/* /tmp/* /root/.cache \
  /usr/share/doc /usr/share/man /usr/share/info /usr/share/locale /usr/share/lintian \
  /usr/share/bash-completion /usr/share/perl5/Debconf /etc/apt
find /usr/lib/python3/dist-packages -type d -name tests -prune -exec rm -rf {} +
find / -xdev -type f -perm /6000 -exec chmod a-s {} +

# A read-only root file system cannot keep compiled modules, so they are made now.
python3 -m compileall -q -j 0 /usr/lib/python3 /usr/lib/python3.* >/dev/null || true

grep -q '^tool:' /etc/group || echo 'tool:x:10001:' >>/etc/group
grep -q '^tool:' /etc/passwd || echo 'tool:x:10001:10001:tool:/tmp:/usr/sbin/nologin' >>/etc/passwd
mkdir -p /opt/toolyard
