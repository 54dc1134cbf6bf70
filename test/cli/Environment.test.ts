import { assert, describe, it } from "@effect/vitest"
import { type Host, stateDirectory } from "../../src/cli/Environment.ts"

describe("the state directory", () => {
  const cases: ReadonlyArray<readonly [platform: string, variables: Host["variables"], directory: string | undefined]> =
    [
      ["linux", { HOME: "/home/ada" }, "/home/ada/.local/state/effect-discord-mcp"],
      ["linux", { HOME: "/home/ada", XDG_STATE_HOME: "/var/state" }, "/var/state/effect-discord-mcp"],
      ["linux", { HOME: "/home/ada", XDG_STATE_HOME: "state" }, "/home/ada/.local/state/effect-discord-mcp"],
      ["linux", { HOME: "/home/ada", XDG_STATE_HOME: "" }, "/home/ada/.local/state/effect-discord-mcp"],
      ["freebsd", { HOME: "/home/ada" }, "/home/ada/.local/state/effect-discord-mcp"],
      ["linux", { HOME: "" }, undefined],
      ["linux", {}, undefined],
      [
        "darwin",
        { HOME: "/Users/ada", XDG_STATE_HOME: "/x" },
        "/Users/ada/Library/Application Support/effect-discord-mcp"
      ],
      [
        "win32",
        { LOCALAPPDATA: "C:\\Users\\ada\\AppData\\Local" },
        "C:\\Users\\ada\\AppData\\Local/effect-discord-mcp"
      ],
      ["win32", { USERPROFILE: "C:\\Users\\ada" }, "C:\\Users\\ada/AppData/Local/effect-discord-mcp"],
      ["win32", { HOME: "/home/ada" }, undefined]
    ]
  for (const [platform, variables, directory] of cases) {
    it(`is ${directory ?? "nowhere"} on ${platform} with ${JSON.stringify(variables)}`, () =>
      assert.strictEqual(stateDirectory({ platform, variables }), directory))
  }
})
