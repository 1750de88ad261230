#!/bin/sh
# Build Pango's DLLs for Windows from Debian's own source packages, and lay them into FOLDER/windows/bin with their licences:
#     sudo packaging/windows/build_pango.sh FOLDER        # on Debian 13, with deb-src lines for apt
# Then: python packaging/windows/assemble.py TARGET --pango FOLDER/windows/bin
# A source that lies unpacked in FOLDER/src already is taken as it is. apt proves the others by Debian's signature.
set -eu
folder=$(mkdir -p "$1/src" && cd "$1" && pwd)
host=x86_64-w64-mingw32
out=$folder/windows
sources="libffi pcre2 expat glib2.0 freetype fontconfig fribidi harfbuzz pango1.0"

apt-get -qq install -y --no-install-recommends mingw-w64 libz-mingw-w64-dev meson ninja-build pkgconf dpkg-dev autoconf automake libltdl-dev libtool \
    gettext gperf python3-packaging libglib2.0-dev-bin
cd "$folder/src"
for name in $sources; do
    ls -d "${name%%[0-9].*}"*/ >/dev/null 2>&1 || apt-get -qq source "$name"
done

mkdir -p "$out/include" "$out/lib"
cp /usr/$host/lib/libz.a "$out/lib/"  # found before the DLL
# Words of GLib's own: nobody reads them here, and Windows has no gettext.
[ -f "$out/include/libintl.h" ] || cat >"$out/include/libintl.h" <<'HEADER'
#pragma once
#include <locale.h>
#define LC_MESSAGES LC_CTYPE
#define WORDS(n) __attribute__((format_arg(n))) static inline char *
WORDS(1) gettext(const char *m) { return (char *)m; }
WORDS(2) dgettext(const char *d, const char *m) { return (char *)m; }
WORDS(2) dcgettext(const char *d, const char *m, int c) { return (char *)m; }
WORDS(1) ngettext(const char *m, const char *p, unsigned long n) { return (char *)(n == 1 ? m : p); }
WORDS(2) dngettext(const char *d, const char *m, const char *p, unsigned long n) { return (char *)(n == 1 ? m : p); }
static inline char *textdomain(const char *d) { return (char *)d; }
static inline char *bindtextdomain(const char *d, const char *p) { return (char *)p; }
static inline char *bind_textdomain_codeset(const char *d, const char *c) { return (char *)c; }
HEADER
flags="'-O2', '-I$out/include', '-DFFI_STATIC_BUILD', '-DPCRE2_STATIC', '-DXML_STATIC'"
cat >"$folder/cross.txt" <<CROSS
[binaries]
c = '$host-gcc-win32'
cpp = '$host-g++-win32'
ar = '$host-ar'
strip = '$host-strip'
windres = '$host-windres'
pkg-config = 'pkg-config'
[host_machine]
system = 'windows'
cpu_family = 'x86_64'
cpu = 'x86_64'
endian = 'little'
[built-in options]
c_args = [$flags]
cpp_args = [$flags]
c_link_args = ['-static-libgcc', '-L$out/lib']
cpp_link_args = ['-static-libgcc', '-static-libstdc++', '-L$out/lib']
[properties]
pkg_config_libdir = '$out/lib/pkgconfig'
CROSS

# What only one DLL uses becomes a part of it.
build_static() {
    cd "$folder/src/$1"*/
    cd "$1" 2>/dev/null || true  # expat's lies one folder deeper
    shift
    [ -f configure ] || autoreconf -fi
    mkdir -p built && cd built
    ../configure --host=$host CC=$host-gcc-win32 --prefix="$out" --disable-shared --enable-static --disable-dependency-tracking "$@"
    make -j2
    make install
}
build_shared() {
    cd "$folder/src/$1"*/
    shift
    [ -f built/build.ninja ] || meson setup built --cross-file "$folder/cross.txt" --prefix "$out" --libdir lib --buildtype plain \
        --default-library shared --wrap-mode nodownload "$@"
    ninja -C built -j2 install
}
[ -f "$out/lib/libffi.a" ] || build_static libffi --disable-docs
[ -f "$out/lib/libpcre2-8.a" ] || build_static pcre2 --enable-jit
[ -f "$out/lib/libexpat.a" ] || build_static expat --without-docbook --without-xmlwf --without-examples --without-tests
[ -f "$out/bin/libgobject-2.0-0.dll" ] || build_shared glib2.0 -Dtests=false -Dintrospection=disabled -Dnls=disabled \
    -Dlibmount=disabled -Dglib_debug=disabled -Ddocumentation=false -Dman-pages=disabled
[ -f "$out/bin/libfreetype-6.dll" ] || build_shared freetype -Dharfbuzz=disabled -Dbrotli=disabled -Dpng=disabled \
    -Dbzip2=disabled -Dzlib=internal -Dtests=disabled
[ -f "$out/bin/libfribidi-0.dll" ] || build_shared fribidi -Ddocs=false -Dbin=false -Dtests=false
[ -f "$out/bin/libharfbuzz-0.dll" ] || build_shared harfbuzz -Dglib=enabled -Dgobject=disabled -Dfreetype=enabled \
    -Dcairo=disabled -Dicu=disabled -Dtests=disabled -Ddocs=disabled -Dutilities=disabled -Dintrospection=disabled
[ -f "$out/bin/libfontconfig-1.dll" ] || build_shared fontconfig -Ddoc=disabled -Dtests=disabled -Dtools=disabled \
    -Dcache-build=disabled -Dnls=disabled
[ -f "$out/bin/libpango-1.0-0.dll" ] || build_shared pango1.0 -Dintrospection=disabled -Dcairo=disabled -Dlibthai=disabled \
    -Dxft=disabled -Dfreetype=enabled -Dfontconfig=enabled -Dbuild-testsuite=false -Dbuild-examples=false

$host-strip "$out"/bin/*.dll
mkdir -p "$out/bin/licences"
cd "$folder/src"
for name in $sources; do
    cd "${name%%[0-9].*}"*/
    # PCRE2's COPYING only names another file, and libffi and FreeType have none.
    cat debian/copyright COPYING LICENCE.md LICENSE LICENSE.TXT >"$out/bin/licences/$(basename "$PWD").txt" 2>/dev/null || true
    cd ..
done
