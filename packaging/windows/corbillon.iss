; The installer for Windows, made by Inno Setup of the folder that assemble.py fills: iscc /DVersion=1.0.0 corbillon.iss
[Setup]
AppId={{6F0B3C0C-2B0E-4E3B-9B57-5C2E2B0C7A11}
AppName=Corbillon
AppVersion={#Version}
AppPublisher=the Corbillon contributors
DefaultDirName={autopf}\Corbillon
DefaultGroupName=Corbillon
LicenseFile=..\..\LICENSE
OutputBaseFilename=corbillon-{#Version}-setup
OutputDir=..\..\dist
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
ShowLanguageDialog=auto

[Languages]
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "it"; MessagesFile: "compiler:Languages\Italian.isl"

[Files]
Source: "..\..\dist\windows\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\Corbillon"; Filename: "powershell.exe"; Parameters: "-NoProfile -ExecutionPolicy Bypass -WindowStyle Hidden -File ""{app}\tray.ps1"""; WorkingDir: "{app}"
Name: "{autodesktop}\Corbillon"; Filename: "powershell.exe"; Parameters: "-NoProfile -ExecutionPolicy Bypass -WindowStyle Hidden -File ""{app}\tray.ps1"""; WorkingDir: "{app}"

[Run]
Filename: "{sys}\netsh.exe"; Parameters: "advfirewall firewall add rule name=""Corbillon"" dir=in action=allow protocol=TCP localport=8000 profile=private program=""{app}\python\python.exe"""; Flags: runhidden
Filename: "powershell.exe"; Parameters: "-NoProfile -ExecutionPolicy Bypass -WindowStyle Hidden -File ""{app}\tray.ps1"""; Flags: postinstall nowait skipifsilent shellexec

[UninstallRun]
Filename: "{sys}\netsh.exe"; Parameters: "advfirewall firewall delete rule name=""Corbillon"""; Flags: runhidden; RunOnceId: "firewall"
