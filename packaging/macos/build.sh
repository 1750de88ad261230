#!/bin/sh
# Fill dist/Corbillon.app with Corbillon, its runtime and Pango, and pack it into a disk image: packaging/macos/build.sh
# Needs a Python 3.12 that can be moved (from python.org), requirements/dev.txt, and `brew install pango dylibbundler`.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
app="$root/dist/Corbillon.app"
inside="$app/Contents/Resources"
rm -rf "$app"
mkdir -p "$app/Contents/MacOS" "$inside/pango"

base=$(python3 -c 'import sys; print(sys.base_prefix)')
cp -R "$base" "$inside/python"
rm -rf "$inside/python/lib/python3.12/test" "$inside/python/lib/python3.12/site-packages"
python3 -m pip install --no-compile --target "$inside/program" --no-deps --require-hashes --requirement "$root/requirements/run.txt"
python3 -m hatchling build --target wheel --directory "$root/dist"
python3 -m pip install --no-compile --target "$inside/program" --no-deps "$root"/dist/corbillon-*.whl

libraries=$(brew --prefix)/lib
for name in libpango-1.0.0 libpangoft2-1.0.0 libgobject-2.0.0 libharfbuzz.0 libharfbuzz-subset.0 libfontconfig.1; do
    cp "$libraries/$name.dylib" "$inside/pango/"
    dylibbundler -od -b -x "$inside/pango/$name.dylib" -d "$inside/pango/" -p @loader_path/
done

install -m 755 "$root/packaging/macos/corbillon" "$app/Contents/MacOS/corbillon"
cp "$root/packaging/macos/tray.js" "$inside/"
version=$(PYTHONPATH="$inside/program" python3 -m corbillon --version | cut -d ' ' -f 2)
sed "s/@VERSION@/$version/" "$root/packaging/macos/Info.plist" >"$app/Contents/Info.plist"
"$app/Contents/MacOS/corbillon" --version
hdiutil create -volname Corbillon -srcfolder "$app" -ov "$root/dist/corbillon-$version.dmg"
