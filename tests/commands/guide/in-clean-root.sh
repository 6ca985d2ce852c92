#!/bin/bash
# Runs a script on a root file system of its own, laid over that of the machine, which stays as it is. Called by
# guide.test.ts inside of new namespaces, with an empty folder and the script.
set -eu
folder=$1 script=$2
mount -t tmpfs tmpfs "$folder"
mkdir "$folder/changes" "$folder/work" "$folder/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$folder/changes,workdir=$folder/work" "$folder/root"
root=$folder/root
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs tmpfs "$root/run"
# As on a machine that has never seen the program.
rm -rf "$root"/opt/stagedoor* "$root/etc/stagedoor" "$root/var/lib/stagedoor" "$root/var/backups/stagedoor"
mkdir -p "$root/guide" "$root/etc/caddy" "$root/etc/systemd/system"
cp "$(dirname "$0")"/{apt,npm,systemctl,systemd-run,journalctl} "$root/guide"
chmod 755 "$root"/guide/*
cp "$script" "$root/guide/script"
ip link set lo up
exec chroot "$root" env -i PATH=/guide:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root REPOSITORY="$REPOSITORY" CADDY="$CADDY" \
  PG_BIN="$PG_BIN" bash -eu /guide/script
