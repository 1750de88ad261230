@echo off
rem Corbillon's command: the runtime, the packages and Pango lie beside this file; python\python313._pth names the packages.
set "PATH=%~dp0pango;%PATH%"
set "WEASYPRINT_DLL_DIRECTORIES=%~dp0pango"
set "FONTCONFIG_PATH=%~dp0pango\etc\fonts"
"%~dp0python\python.exe" -m corbillon %*
