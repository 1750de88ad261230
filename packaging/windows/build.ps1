# Fill dist\windows with Corbillon, its runtime and Pango: .\packaging\windows\build.ps1
# Needs Python 3.12 with requirements\dev.txt, and MSYS2 with mingw-w64-x86_64-pango in C:\msys64.
$ErrorActionPreference = "Stop"
$root = Resolve-Path "$PSScriptRoot\..\.."
$target = "$root\dist\windows"
Remove-Item -Recurse -Force $target -ErrorAction SilentlyContinue
New-Item -ItemType Directory -Force $target, "$target\pango" | Out-Null

# the runtime: the Python that builds this, without its tests
$base = python -c "import sys; print(sys.base_prefix)"
Copy-Item -Recurse $base "$target\python"
Remove-Item -Recurse -Force "$target\python\Lib\test", "$target\python\Lib\site-packages", "$target\python\tcl" -ErrorAction SilentlyContinue

# the program and the packages it needs
python -m pip install --no-compile --target "$target\program" --no-deps --require-hashes --requirement "$root\requirements\run.txt"
python -m hatchling build --target wheel --directory "$root\dist"
python -m pip install --no-compile --target "$target\program" --no-deps (Get-Item "$root\dist\corbillon-*.whl").FullName

# Pango with everything that it loads
$bin = "C:\msys64\mingw64\bin"
$wanted = "libpango-1.0-0.dll", "libpangoft2-1.0-0.dll", "libgobject-2.0-0.dll", "libharfbuzz-0.dll", "libharfbuzz-subset-0.dll", "libfontconfig-1.dll"
$found = @{}
while ($wanted) {
    $next = @()
    foreach ($name in $wanted) {
        if ($found[$name] -or -not (Test-Path "$bin\$name")) { continue }
        $found[$name] = $true
        Copy-Item "$bin\$name" "$target\pango"
        $next += (& "$bin\objdump.exe" -p "$bin\$name" | Select-String "DLL Name: (.+)").Matches | ForEach-Object { $_.Groups[1].Value }
    }
    $wanted = $next
}
Copy-Item "$root\static\icons\192.png" "$target\icon.png"
Copy-Item "$PSScriptRoot\corbillon.cmd", "$PSScriptRoot\tray.ps1", "$root\LICENSE", "$root\README.md" $target
& "$target\corbillon.cmd" --version
