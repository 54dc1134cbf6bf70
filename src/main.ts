#!/usr/bin/env node
/**
 * The entry point. Node 22.8 and later keep the compiled program in the state directory, so the next start compiles
 * less. The cache must be enabled before the program is loaded, so this file imports nothing else of it.
 */
import * as nodeModule from "node:module"
import { stateDirectory } from "./cli/Environment.ts"

const directory = stateDirectory({ platform: process.platform, variables: process.env })
if (
  directory !== undefined &&
  // The sources of a checkout change too often.
  import.meta.url.endsWith(".js") &&
  "enableCompileCache" in nodeModule &&
  typeof nodeModule.enableCompileCache === "function"
) {
  // It never fails: without a directory that it can write, the program is compiled at each start.
  nodeModule.enableCompileCache(`${directory}/compile-cache`)
}

await import("./cli/start.ts")
