# Corbillon behind an icon beside the clock: start it, open its page, stop it. Only what Windows has by itself.
Add-Type -AssemblyName System.Windows.Forms, System.Drawing
$data = if ($env:CORBILLON_VAR) { $env:CORBILLON_VAR } else { "$env:LOCALAPPDATA\corbillon" }
$program = Start-Process "$PSScriptRoot\corbillon.cmd" -WorkingDirectory $PSScriptRoot -WindowStyle Minimized -PassThru

function Open-Page {
    $port = if (Test-Path "$data\hall.json") { (Get-Content "$data\hall.json" | ConvertFrom-Json).port } else { 8000 }
    Start-Process "http://127.0.0.1:$port"
}

$icon = New-Object System.Windows.Forms.NotifyIcon
$icon.Icon = [System.Drawing.Icon]::FromHandle(([System.Drawing.Bitmap]::FromFile("$PSScriptRoot\icon.png")).GetHicon())
$icon.Text = "Corbillon"
$icon.ContextMenuStrip = New-Object System.Windows.Forms.ContextMenuStrip
$icon.ContextMenuStrip.Items.Add("Ouvrir / Open").add_Click({ Open-Page })
$icon.ContextMenuStrip.Items.Add("Fermer / Stop").add_Click({ [System.Windows.Forms.Application]::Exit() })
$icon.add_DoubleClick({ Open-Page })
$icon.Visible = $true

$watch = New-Object System.Windows.Forms.Timer
$watch.Interval = 1000
$watch.add_Tick({ if ($program.HasExited) { [System.Windows.Forms.Application]::Exit() } })
$watch.Start()
[System.Windows.Forms.Application]::Run()
$icon.Dispose()
# whatever ends it, no coup that was acknowledged is lost
if (-not $program.HasExited) { taskkill.exe /PID $program.Id /T /F | Out-Null }
