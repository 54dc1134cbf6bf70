/** The checks of what the clients and the replicas of `serve --http` share: the clients file, and Redis. */
// The connection to Redis is provided here, so that no other check opens one.
// @effect-diagnostics strictEffectProvide:off
import { FileSystem } from "@effect/platform"
import { Effect } from "effect"
import { namesByCategory } from "../../catalogue/toolNames.ts"
import { variables } from "../../config/Settings.ts"
import { readClients } from "../../mcp/http/access/Clients.ts"
import * as Redis from "../../replicas/Redis.ts"
import { counted } from "../../text/words.ts"
import { CheckSkipped } from "./BotQueries.ts"
import type { Check, Finding } from "./Check.ts"

/** Checks that the clients file is valid, and that only its owner can change it. */
export const access: Check = {
  name: "access",
  applies: ({ settings }) => settings.httpClientsFile !== undefined,
  run: ({ environment: { platform }, settings: { allowedGuilds, httpClientsFile: path = "" } }) =>
    readClients(path, {
      tools: Object.values(namesByCategory).flat(),
      categories: Object.keys(namesByCategory),
      guilds: allowedGuilds
    }).pipe(
      Effect.bindTo("file"),
      Effect.bind("mode", () => modeOf(path)),
      Effect.match({
        onFailure: ({ problems }): Finding => ({
          status: "failed",
          found: `the clients file ${path} has ${counted(problems.length, "problem")}; serve --http does not start`,
          details: problems,
          todo: [
            `Correct the file, or add a client: clients add NAME. ${variables.httpClientsFile.name} names the file.`
          ]
        }),
        onSuccess: ({ file, mode }): Finding => {
          const found = `${counted(file.clients.length, "client")} in ${path}`
          return (mode & 0o022) === 0 || platform === "win32"
            ? { status: "ok", found }
            : {
                status: "warning",
                found,
                details: ["Other users of this machine can change the file."],
                todo: [`Restrict it: chmod 600 ${path}`]
              }
        }
      })
    )
}

const modeOf = (path: string) =>
  Effect.flatMap(FileSystem.FileSystem, (fs) =>
    Effect.orElseSucceed(
      Effect.map(fs.stat(path), ({ mode }) => mode),
      () => 0
    )
  )

/** Checks that Redis runs a script, as each replica needs it. */
export const redis: Check = {
  name: "redis",
  applies: ({ settings }) => settings.redisUrl !== undefined,
  run: ({ offline, settings: { redisUrl } }) =>
    offline || redisUrl === undefined
      ? new CheckSkipped({ why: "--offline connects to nothing" })
      : Effect.flatMap(Redis.Redis, ({ run }) => run({ lua: "return 1", keys: [], args: [] })).pipe(
          Effect.match({
            onFailure: ({ reason }): Finding => ({
              status: "failed",
              found: `Redis does not answer: ${reason}`,
              details: [
                "Without Redis, each replica limits calls on its own, and no confirmation token is issued or accepted."
              ],
              todo: [`Start Redis, or correct the address, user and password in ${variables.redisUrl.name}.`]
            }),
            onSuccess: (): Finding => ({ status: "ok", found: "Redis answers; the replicas of serve --http share it" })
          }),
          Effect.provide(Redis.layer({ prefix: "", url: redisUrl }))
        )
}
