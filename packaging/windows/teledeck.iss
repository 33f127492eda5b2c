; Inno Setup 6: an installer for one user, without an administrator. Never run: see docs/packaging.md.
; packaging/build_installer.py calls it:  ISCC /DVersion=0.1.0 /DBundle=FOLDER /DIcons=FOLDER /DOutput=FOLDER teledeck.iss

[Setup]
AppId={{8F0C6A52-6E0B-4C0C-9B5E-5D0F5B0C8B7E}
AppName=Teledeck
AppVersion={#Version}
AppComments=Watch and drive robots
DefaultDirName={autopf}\Teledeck
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
; what Qt 6.10 needs
MinVersion=10.0.17763
LicenseFile={#SourcePath}\..\..\LICENSE
SetupIconFile={#Icons}\teledeck.ico
UninstallDisplayIcon={app}\teledeckw.exe
OutputDir={#Output}
OutputBaseFilename=teledeck-{#Version}-windows-x86_64
Compression=lzma2
SolidCompression=yes
WizardStyle=modern
ChangesAssociations=yes
; a window that drives is closed by whoever drives, not by an installer, which waits for that; app/program/installation.py holds it
AppMutex=TeledeckIsRunning
CloseApplications=no

[Tasks]
Name: desktop; Description: "A shortcut on the desktop"; Flags: unchecked
Name: layouts; Description: "Offer Teledeck for layouts (*.teledeck-layout.json, by 'Open with')"
Name: firewall; Description: "Let robots reach Teledeck through the firewall in private networks (asks for an administrator)"; Flags: unchecked

[InstallDelete]
; what the version before brought and this one does not
Type: filesandordirs; Name: "{app}\_internal"

[Files]
Source: "{#Bundle}\*"; DestDir: "{app}"; Flags: recursesubdirs createallsubdirs ignoreversion
Source: "{#Icons}\layout.ico"; DestDir: "{app}"; Flags: ignoreversion

[Icons]
Name: "{autoprograms}\Teledeck"; Filename: "{app}\teledeckw.exe"
Name: "{autoprograms}\Teledeck demo"; Filename: "{app}\teledeckw.exe"; Parameters: "demo"
Name: "{autodesktop}\Teledeck"; Filename: "{app}\teledeckw.exe"; Tasks: desktop

[Registry]
; Windows knows a type by what stands behind the last dot: all of .json stays with whoever opens it, Teledeck is offered beside
Root: HKA; Subkey: "Software\Classes\Teledeck.Layout"; ValueType: string; ValueData: "Teledeck layout"; Flags: uninsdeletekey; Tasks: layouts
Root: HKA; Subkey: "Software\Classes\Teledeck.Layout\DefaultIcon"; ValueType: string; ValueData: "{app}\layout.ico"; Tasks: layouts
Root: HKA; Subkey: "Software\Classes\Teledeck.Layout\shell\open\command"; ValueType: string; ValueData: """{app}\teledeckw.exe"" ""%1"""; Tasks: layouts
Root: HKA; Subkey: "Software\Classes\.json\OpenWithProgids"; ValueType: string; ValueName: "Teledeck.Layout"; ValueData: ""; Flags: uninsdeletevalue; Tasks: layouts

[Run]
; commands and driving are the one program, the window is the other
Filename: "{cmd}"; Parameters: "/c netsh advfirewall firewall add rule name=Teledeck dir=in action=allow profile=private,domain program=""{app}\teledeck.exe"" & netsh advfirewall firewall add rule name=Teledeck dir=in action=allow profile=private,domain program=""{app}\teledeckw.exe"""; Verb: runas; Flags: shellexec runhidden waituntilterminated; Tasks: firewall
Filename: "{app}\teledeckw.exe"; Description: "Start Teledeck"; Flags: nowait postinstall skipifsilent unchecked

[UninstallRun]
; settings, profiles, layouts and logs of the user lie elsewhere (%APPDATA%\teledeck, %LOCALAPPDATA%\teledeck) and stay
Filename: "{cmd}"; Parameters: "/c netsh advfirewall firewall delete rule name=Teledeck"; Verb: runas; Flags: shellexec runhidden waituntilterminated; RunOnceId: "firewall"; Tasks: firewall
