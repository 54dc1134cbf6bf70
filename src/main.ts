#!/usr/bin/env node
import { Command } from "@effect/cli"
import * as NodeContext from "@effect/platform-node/NodeContext"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Effect } from "effect"
import { command } from "./cli/command.ts"
import { endWith, reportFailure } from "./cli/ending.ts"
import { protectFields } from "./cli/protectFields.ts"
import { version } from "./cli/version.ts"

const run = Command.run(command, { name: "effect-discord-mcp", version })

// The edge: the platform is provided here, and nowhere else.
// @effect-diagnostics strictEffectProvide:off
run(protectFields(process.argv)).pipe(
  Effect.tapErrorCause(reportFailure),
  Effect.provide(NodeContext.layer),
  NodeRuntime.runMain({ disableErrorReporting: true, disablePrettyLogger: true, teardown: endWith })
)
