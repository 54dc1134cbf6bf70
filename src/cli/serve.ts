// A command is an edge: it composes its layers and provides them once.
// @effect-diagnostics strictEffectProvide:off
import { Effect } from "effect"
import { serveStdio } from "../mcp/serveStdio.ts"
import { appLayer, settingsFrom } from "./app.ts"
import { environment, keepStdoutClean, leave } from "./environment.ts"
import { version } from "./version.ts"

/** Serves on stdio, against Discord or against an embedded one. */
export const serve = ({ sandbox }: { readonly sandbox: boolean }) =>
  Effect.suspend(() => {
    keepStdoutClean()
    return sandbox
      ? Effect.scoped(
          Effect.flatMap(startSandbox, ({ token, url }) =>
            // What happens to made-up people does not belong among the records of real changes.
            run({ MCP_AUDIT: environment().MCP_AUDIT ?? "off", DISCORD_TOKEN: token, DISCORD_API_URL: url }, true)
          )
        )
      : run({}, false)
  }).pipe(Effect.zipLeft(Effect.sync(leave)))

const run = (overrides: Readonly<Record<string, string>>, sandbox: boolean) =>
  Effect.flatMap(settingsFrom(environment(overrides)), (loaded) =>
    Effect.provide(serveStdio({ version, sandbox }), appLayer(loaded))
  )

/** The sandbox is loaded only by those who ask for it. */
const startSandbox = Effect.flatMap(
  Effect.promise(() => import("../sandbox/Sandbox.ts")),
  ({ make }) => make()
)
