// Corbillon behind an item of the menu bar: start it, open its page, stop it. `osascript -l JavaScript tray.js COMMAND`
// runs it; only what macOS has by itself.
ObjC.import("Cocoa");

function readPort() {
  const data = $.NSProcessInfo.processInfo.environment.objectForKey("CORBILLON_VAR").js;
  const folder = data || $("~/Library/Application Support/corbillon").stringByExpandingTildeInPath.js;
  const hall = $.NSString.stringWithContentsOfFileEncodingError(`${folder}/hall.json`, $.NSUTF8StringEncoding, null).js;
  return hall ? JSON.parse(hall).port : 8000;
}

function addItem(menu, title, action, target) {
  const item = menu.addItemWithTitleActionKeyEquivalent(title, action, "");
  item.target = target;
}

// deno-lint-ignore no-unused-vars
function run(words) {
  const app = $.NSApplication.sharedApplication;
  app.setActivationPolicy($.NSApplicationActivationPolicyAccessory);
  const program = $.NSTask.launchedTaskWithLaunchPathArguments(words[0], ["start"]);
  ObjC.registerSubclass({
    name: "Tray",
    methods: {
      "open:": {
        types: ["void", ["id"]],
        implementation: () =>
          $.NSWorkspace.sharedWorkspace.openURL($.NSURL.URLWithString(`http://127.0.0.1:${readPort()}`)),
      },
      "stop:": {
        types: ["void", ["id"]],
        implementation: () => {
          program.terminate;
          app.terminate(null);
        },
      },
    },
  });
  const tray = $.Tray.alloc.init;
  const shown = $.NSStatusBar.systemStatusBar.statusItemWithLength($.NSVariableStatusItemLength);
  shown.button.title = "Corbillon";
  shown.menu = $.NSMenu.alloc.init;
  addItem(shown.menu, "Ouvrir / Open", "open:", tray);
  addItem(shown.menu, "Fermer / Stop", "stop:", tray);
  app.run;
}
