#!/bin/sh
# Makes the tool image's base from Debian's (or Ubuntu's) packages alone: build-from-debian.sh <tag>
# Needs root, debootstrap and docker. The mirror is the one apt on this machine uses.
set -eu

tag=$1
here=$(cd "$(dirname "$0")" && pwd)
. /etc/os-release
suite=$VERSION_CODENAME

# Ubuntu before 24.04 has a Python that is too old; Debian's stands in for it.
if [ "$ID" = ubuntu ] && [ "${VERSION_ID%%.*}" -lt 24 ]; then
  ID=debian suite=bookworm foreign=yes
fi

case $ID in
  ubuntu) components='main universe' fallback=http://archive.ubuntu.com/ubuntu keyring=ubuntu-archive-keyring ;;
  *) components=main fallback=http://deb.debian.org/debian keyring=debian-archive-keyring ;;
esac
keyring=/usr/share/keyrings/$keyring.gpg
[ -e "$keyring" ] || apt-get install -y -qq "$(basename "$keyring" .gpg)" >&2

# "mirror release component" of every package list apt reads for this very release, its updates and its security fixes.
sources() {
  if [ -z "${foreign:-}" ]; then
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages'
  fi | awk -v suite="$suite" -v wanted=" $components " '
    ($2 == suite || $2 == suite "-updates" || $2 == suite "-security") && index(wanted, " " $3 " ")' | sort -u
}

mirror=$(sources | awk -v suite="$suite" '$2 == suite && $3 == "main" { print $1; exit }')
mirror=${mirror:-$fallback}
root=$(mktemp -d "${TMPDIR:-/var/tmp}/toolyard-image.XXXXXX")

clean_up() {
  for mount in proc/sys/fs/binfmt_misc proc sys dev/pts dev; do
    umount "$root/$mount" 2>/dev/null || true
  done
  # A mount that stayed would take the host's files with it.
  grep -q " $root/" /proc/mounts || rm -rf "$root"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

debootstrap --variant=minbase --keyring="$keyring" --include=ca-certificates \
  --components="$(echo "$components" | tr ' ' ',')" "$suite" "$root" "$mirror" >&2

sources | while read -r uri release component; do
  echo "deb [signed-by=$keyring] $uri $release $component"
done >"$root/etc/apt/sources.list.new"
if [ -s "$root/etc/apt/sources.list.new" ]; then
  mv "$root/etc/apt/sources.list.new" "$root/etc/apt/sources.list"
fi
mkdir -p "$root/usr/share/keyrings"
cp "$keyring" "$root/usr/share/keyrings/"

cp "$here/packages.txt" "$here/strip.sh" "$root/tmp/"
in_image() { chroot "$root" env DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 "$@" >&2; }
in_image apt-get update -qq
in_image apt-get upgrade -y -qq --no-install-recommends
in_image sh -c 'xargs -a /tmp/packages.txt apt-get install -y -qq --no-install-recommends'
in_image sh /tmp/strip.sh

: >"$root/etc/resolv.conf"
tar -C "$root" --numeric-owner --one-file-system --exclude='./dev/*' --exclude='./proc/*' --exclude='./sys/*' -c . |
  docker import \
    --change 'ENV PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 HOME=/tmp PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1' \
    --change 'WORKDIR /tmp' \
    --change 'USER 10001:10001' \
    --change 'CMD ["python3", "-I", "/opt/toolyard/run_once.py"]' \
    - "$tag"
