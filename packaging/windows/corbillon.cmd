@echo off
rem Corbillon's command: the runtime, the packages and Pango lie beside this file.
set "PATH=%~dp0pango;%PATH%"
set "WEASYPRINT_DLL_DIRECTORIES=%~dp0pango"
set "PYTHONPATH=%~dp0program"
"%~dp0python\python.exe" -s -m corbillon %*
