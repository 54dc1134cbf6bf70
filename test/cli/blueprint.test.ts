import { FileSystem, Terminal } from "@effect/platform"
import { assert, layer } from "@effect/vitest"
import { PermissionFlagsBits } from "discord-api-types/v10"
import { Effect, Exit, Layer, Option } from "effect"
import { applyWith, exportWith, planWith, printSchema } from "../../src/cli/blueprint.ts"
import type { CallEnvironment } from "../../src/cli/call.ts"
import { ReportedFailure } from "../../src/cli/exit.ts"
import type { Output } from "../../src/cli/process.ts"
import * as SandboxModule from "../../src/sandbox/Sandbox.ts"
import { roomy, Sandbox } from "../dispatch/app.ts"
import { nodeContext } from "../nodeContext.ts"
import { pipe } from "./runCall.ts"
import { typing } from "./typing.ts"

/** Runs a command. Returns its exit and what it printed. */
const run = Effect.fnUntraced(function* <E, R>(
  command: (environment: CallEnvironment) => Effect.Effect<void, E, R>,
  variables: CallEnvironment["variables"] = {},
  output: Output = pipe,
  interactive = false
) {
  const { token, url } = yield* Sandbox
  const printed = { stdout: "", stderr: "", screen: "" }
  const into = (stream: "stdout" | "stderr") => (text: unknown) =>
    Effect.sync(() => {
      printed[stream] += `${text}\n`
    })
  const environment: CallEnvironment = {
    stdout: output,
    stderr: output,
    variables: { DISCORD_TOKEN: token, DISCORD_API_URL: url, MCP_AUDIT: "off", LOG_LEVEL: "none", ...variables },
    screen: {
      interactive,
      columns: 120,
      write: (text) =>
        Effect.sync(() => {
          printed.screen += text
        })
    }
  }
  const exit = yield* Effect.consoleWith((console) =>
    command(environment).pipe(
      Effect.withConsole({ ...console, log: into("stdout"), error: into("stderr") }),
      Effect.exit
    )
  )
  return { ...printed, exit }
})

const failed = (exitCode: number) => Exit.fail(new ReportedFailure({ exitCode }))

const administrator = { ...roomy, permissions: PermissionFlagsBits.Administrator }

layer(Layer.merge(SandboxModule.layer(administrator), nodeContext), { excludeTestServices: true })(
  "blueprint",
  (it) => {
    /** Writes a file, and returns the options of the commands for it. */
    const written = (text: string) =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const file = yield* (yield* FileSystem.FileSystem).makeTempFileScoped({ suffix: ".yaml" })
        yield* Effect.flatMap(FileSystem.FileSystem, (fs) => fs.writeFileString(file, text))
        return { guild: ids.guild, file, prune: false, visibleOnly: false, json: false, yes: true }
      })

    it.scoped("export prints a file with which plan finds nothing to do", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        const exported = yield* run((it) =>
          exportWith(it, { guild: Option.some(ids.guild), template: Option.none(), section: [], name: false })
        )
        assert.isTrue(Exit.isSuccess(exported.exit))
        const options = yield* written(exported.stdout)
        const { exit, stdout } = yield* run((it) => planWith(it, options))
        assert.isTrue(Exit.isSuccess(exit))
        assert.strictEqual(stdout, "The server is as the blueprint says.\n")
      })
    )

    it.scoped("export prints a template, by its code or its URL, as a file that plan reads", () =>
      Effect.gen(function* () {
        const { ids } = yield* Sandbox
        for (const template of [ids.templateCode, `https://discord.new/${ids.templateCode}`]) {
          const options = { guild: Option.none(), template: Option.some(template), section: [], name: false }
          const exported = yield* run((it) => exportWith(it, options))
          assert.isTrue(Exit.isSuccess(exported.exit), exported.stderr)
          const { stdout } = yield* run(
            Effect.fnUntraced(function* (it: CallEnvironment) {
              yield* planWith(it, yield* written(exported.stdout))
            })
          )
          // A template has announcement channels as text channels, and nothing of the roles of bots.
          assert.match(stdout, /\n {2}~ channel announcements\n/)
          assert.match(stdout, /\n2 to update\.\n$/)
        }
      })
    )

    it.scoped("plan shows all permissions that a role and an overwrite give, however many", () =>
      Effect.gen(function* () {
        const names = ["ADD_REACTIONS", "ATTACH_FILES", "CHANGE_NICKNAME", "EMBED_LINKS", "READ_MESSAGE_HISTORY"]
        const all = [...names, "SEND_MESSAGES", "VIEW_CHANNEL", "BAN_MEMBERS"]
        const options = yield* written(`version: 1
roles: [{name: Deckhand, permissions: [${all.join(", ")}]}]
channels: [{name: galley, overwrites: {Deckhand: {allow: [${all.slice(0, 5).join(", ")}, MANAGE_MESSAGES]}}}]
`)
        const { stdout } = yield* run((it) => planWith(it, options))
        for (const name of [...all, "MANAGE_MESSAGES"]) assert.include(stdout, `+${name}`)
      })
    )

    it.scoped("plan exits with 2 for changes, and apply makes them, each call through consent", () =>
      Effect.gen(function* () {
        const options = yield* written(`version: 1
roles:
  - {name: Deckhand, permissions: [MANAGE_MESSAGES]}
  - {name: "\\u001b[31mRed\\u202e"}
channels:
  - {name: galley, topic: What is cooking}
`)
        const plan = yield* run((it) => planWith(it, options))
        assert.deepStrictEqual(plan.exit, failed(2))
        assert.match(plan.stdout, /^Destroys or grants:\n {2}\+ role Deckhand\n {6}permissions: \+MANAGE_MESSAGES\n\n/)
        assert.notMatch(plan.stdout, /\p{Cf}|(?!\n)\p{Cc}/u)
        assert.match(plan.stdout, /\n3 to create\.\n$/)
        const coloured = yield* run(
          (it) => planWith(it, options),
          {},
          { onTerminal: true, coloured: true, columns: 80 }
        )
        assert.include(coloured.stdout, "\u001b[1m\u001b[31mDestroys or grants:")
        assert.include(coloured.stdout, "\u001b[32m  + channel galley")
        assert.notInclude(coloured.stdout, "\u001b[31mRed")
        const held = yield* run((it) => applyWith(it, options))
        assert.deepStrictEqual(held.exit, failed(5))
        assert.match(held.stderr, /"code": "DRY_RUN_PREVIEW"/)
        const applied = yield* run((it) => applyWith(it, options), { MCP_DRY_RUN: "false" })
        assert.isTrue(Exit.isSuccess(applied.exit), applied.stderr)
        assert.strictEqual(
          applied.stdout,
          "4 calls: 4 ok, 0 failed, 0 skipped.\nThe server is as the blueprint says.\n"
        )
        assert.include(applied.stderr, "3 to create.")
        assert.isTrue(Exit.isSuccess((yield* run((it) => planWith(it, options))).exit))
      })
    )

    it.scoped("apply asks once on a terminal, also for a plan that neither destroys nor grants", () =>
      Effect.gen(function* () {
        const asking = (text: string, key: string) =>
          Effect.flatMap(written(text), (options) =>
            run((it) => applyWith(it, { ...options, yes: false }), { MCP_DRY_RUN: "false" }, pipe, true)
          ).pipe(Effect.provideService(Terminal.Terminal, typing(key)))
        const harmless = "version: 1\nchannels:\n  - {name: slipway}\n"
        const declined = yield* asking(harmless, "n")
        assert.deepStrictEqual(declined.exit, failed(5))
        assert.include(declined.stderr, "1 to create.\nNothing was changed.")
        const accepted = yield* asking(harmless, "y")
        assert.isTrue(Exit.isSuccess(accepted.exit), accepted.stderr)
        assert.include(accepted.screen, "Make 1 change?")
        const granting = "version: 1\nroles:\n  - {name: Bosun, permissions: [MANAGE_MESSAGES]}\n"
        const consented = yield* asking(granting, "y")
        assert.isTrue(Exit.isSuccess(consented.exit), consented.stderr)
        assert.include(consented.screen, "Run blueprint_apply for real?")
        assert.notInclude(consented.screen, "Make 1 change?")
        assert.isTrue(Exit.isSuccess((yield* asking(granting, "n")).exit), "nothing to do, nothing to ask")
      })
    )

    it.scoped("plan exits with 1 for a bad file and says where it is wrong", () =>
      Effect.gen(function* () {
        const { exit, stderr } = yield* run(
          Effect.fnUntraced(function* (it: CallEnvironment) {
            yield* planWith(it, yield* written("version: 1\nroles:\n  - {nam: a}\n"))
          })
        )
        assert.deepStrictEqual(exit, failed(1))
        assert.match(stderr, /line 3, column 6: is not a field; did you mean name\?/)
      })
    )

    it.effect("schema prints a JSON Schema with its address", () =>
      Effect.gen(function* () {
        const { stdout } = yield* run(() => printSchema)
        const schema = JSON.parse(stdout)
        assert.match(schema.$id, /^https:.*\.json$/)
        assert.strictEqual(schema.additionalProperties, false)
        assert.deepStrictEqual(schema.required, ["version"])
      })
    )
  }
)
