#!/bin/sh
# Make a Raspberry Pi the club's box: its own Wi-Fi, a name that never changes, a backup on each stick that is plugged in.
# Run once as root on Raspberry Pi OS (Bookworm or newer, with NetworkManager), after corbillon_*.deb is installed:
#   sudo ./set-up.sh "Cartes du club" "a password of eight letters or more" FR
set -eu
[ $# -eq 3 ] || { sed -n '2,4s/^# //p' "$0" >&2; exit 1; }
wifi=$1 password=$2 country=$3
name=corbillon.box address=10.41.0.1
[ "$(id -u)" = 0 ] || { echo "Relancez avec sudo. / Run it with sudo." >&2; exit 1; }
command -v nmcli >/dev/null || { echo "NetworkManager manque. / NetworkManager is missing." >&2; exit 1; }
[ ${#password} -ge 8 ] || { echo "Un mot de passe d’au moins 8 lettres. / A password of 8 letters or more." >&2; exit 1; }
here=$(cd "$(dirname "$0")" && pwd)

raspi-config nonint do_wifi_country "$country" 2>/dev/null || true
nmcli connection delete corbillon-hall 2>/dev/null || true
nmcli connection add type wifi ifname wlan0 con-name corbillon-hall autoconnect yes ssid "$wifi" \
    802-11-wireless.mode ap 802-11-wireless.band bg \
    wifi-sec.key-mgmt wpa-psk wifi-sec.psk "$password" \
    ipv4.method shared ipv4.addresses "$address/24" ipv6.method disabled

install -d /etc/NetworkManager/dnsmasq-shared.d
printf 'address=/%s/%s\n' "$name" "$address" >/etc/NetworkManager/dnsmasq-shared.d/corbillon.conf

cat >/etc/default/corbillon <<SETTINGS
CORBILLON_DEMO=0
CORBILLON_PORT=80
CORBILLON_ADDRESS=$address
CORBILLON_URL=http://$name
SETTINGS
install -d /etc/systemd/system/corbillon.service.d
cat >/etc/systemd/system/corbillon.service.d/port-80.conf <<SERVICE
[Service]
AmbientCapabilities=CAP_NET_BIND_SERVICE
CapabilityBoundingSet=CAP_NET_BIND_SERVICE
SERVICE
install -m 755 "$here/backup-to-stick" /usr/local/sbin/corbillon-backup-to-stick
install -m 644 "$here/corbillon-stick@.service" /etc/systemd/system/
install -m 644 "$here/90-corbillon-stick.rules" /etc/udev/rules.d/
udevadm control --reload
systemctl daemon-reload
nmcli connection up corbillon-hall
systemctl restart corbillon
echo "Wi-Fi « $wifi », puis http://$name ; le mot de passe / the password: sudo cat /var/lib/corbillon/organiser.txt"
