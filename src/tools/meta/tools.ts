import { Effect, Schema } from "effect"
import { Settings } from "../../config/Settings.ts"
import { ValidationError } from "../../errors/ClientErrors.ts"
import { didYouMean } from "../../errors/nearestName.ts"
import { quoted } from "../../errors/quoted.ts"
import { higherRisk, type Risk } from "../../safety/Permit.ts"
import type { Catalogue } from "../Catalogue.ts"
import { decodeArguments } from "../dsl/decodeArguments.ts"
import { group } from "../dsl/defineTool.ts"
import { issuesInside } from "../dsl/inside.ts"
import { custom } from "../dsl/toolBuilders.ts"
import { integer, optional, text, withDefault } from "../shared/fields.ts"
import type { StepCall, Tool } from "../Tool.ts"
import { META, scopeRejection } from "./scopes.ts"
import { searchTools } from "./search.ts"

/** The tools that find and run other tools. With them, a client can list only these four. */
export const metaTools = (tools: Catalogue["Type"]) => [
  ...group(META, [
    custom("mcp_tools_search", {
      description:
        "Find tools by what you want to do, in plain words: best matches first, with risk and input schema. Call a match by name, or through mcp_tools_read, mcp_tools_write or mcp_tools_destructive.",
      fields: {
        query: text("What you want to do: time out a user, who is banned, schedule an event.", { max: 200 }),
        category: optional(text("Only tools of this category.", { max: 40 })),
        detail: optional(
          Schema.Literal("compact", "full").annotations({
            description: "compact (default): the schema of the best match only; full: of every match."
          })
        ),
        limit: withDefault(integer("Number of matches, 1 to 20; 5 by default.", 1, 20), 5)
      },
      risk: "read",
      run: (input) =>
        Effect.zipWith(Settings, tools.all, (settings, all) =>
          searchTools(all, (tool) => scopeRejection(tool, settings) === undefined, input, settings.defaultGuildId)
        )
    })
  ]),
  dispatcher("read", tools),
  dispatcher("write", tools),
  dispatcher("destructive", tools)
]

/** Whether a tool runs another one, which its arguments name. */
export const isDispatcher = (name: string): boolean => Object.values<string>(dispatchers).includes(name)

const dispatchers = {
  read: "mcp_tools_read",
  write: "mcp_tools_write",
  destructive: "mcp_tools_destructive"
} as const satisfies Readonly<Record<Risk, string>>

const wording: Readonly<Record<Risk, string>> = {
  read: "Run any tool that only reads.",
  write: "Run any tool that changes something without destroying it.",
  destructive: "Run any tool whose effect is destructive or cannot be undone. Put __confirm into args."
}

/** The field with the other tool's arguments. */
const ARGS = "args"

/** The input of a dispatcher. */
const Carried = Schema.Struct({
  tool: text("The tool's name, from mcp_tools_search.", { max: 64 }),
  args: Schema.optionalWith(Schema.Record({ key: Schema.String, value: Schema.Unknown }), {
    exact: true,
    default: () => ({})
  }).annotations({ description: "The tool's own arguments." })
})

/** Makes a tool that runs any tool of one risk, so that a host can approve by risk. It prepares the other tool's call. */
const dispatcher = <Through extends Risk>(
  risk: Through,
  tools: Catalogue["Type"]
): Tool<(typeof dispatchers)[Through], typeof Carried.Encoded, Readonly<Record<string, unknown>>> => {
  const decode = decodeArguments(Carried)
  const carried = Effect.fnUntraced(function* (raw: unknown) {
    const { args, tool: name } = yield* decode(raw)
    const tool = yield* tools.find(name)
    return tool === undefined ? yield* noSuchTool(name, tools) : { args, tool }
  })
  return {
    name: dispatchers[risk],
    category: META,
    description: `${wording[risk]} Find names and schemas with mcp_tools_search.`,
    operation: undefined,
    risk,
    duration: "default",
    idempotent: risk === "read",
    permissions: [],
    failures: {},
    input: Carried,
    prepare: (raw, defaultGuildId) =>
      Effect.gen(function* () {
        const { args, tool } = yield* carried(raw)
        const call = yield* Effect.mapError(tool.prepare(args, defaultGuildId), issuesInside(ARGS))
        return yield* ofRisk(risk, "is", {
          ...call,
          ...riskInArgs(call),
          argumentsField: ARGS,
          run: Effect.catchTag(call.run, "ValidationError", issuesInside(ARGS))
        })
      }),
    outline: (raw, isOpen, defaultGuildId) =>
      Effect.gen(function* () {
        const { args, tool } = yield* carried(raw)
        const outline = yield* Effect.mapError(tool.outline(args, isOpen, defaultGuildId), issuesInside(ARGS))
        // The open arguments may raise the risk: the highest one decides, before the plan runs.
        return yield* ofRisk(risk, "can be", { ...outline, ...riskInArgs(outline), argumentsField: ARGS })
      })
  }
}

/** Fails unless the call has the risk of the dispatcher. A risk that the gate resolves later is checked then. */
const ofRisk = <Known extends StepCall>(
  allowed: Risk,
  verb: "is" | "can be",
  call: Known
): Effect.Effect<Known, ValidationError> => {
  const { resolveRisk, risk: known, tool } = call
  if (resolveRisk === undefined || higherRisk(known, allowed) !== allowed) {
    return known === allowed ? Effect.succeed(call) : wrongDispatcher(tool.name, verb, known)
  }
  return Effect.succeed({
    ...call,
    resolveRisk: Effect.flatMap(resolveRisk, (resolved) => {
      const risk = higherRisk(known, resolved)
      return risk === allowed ? Effect.succeed(risk) : wrongDispatcher(tool.name, "is", risk)
    })
  })
}

/** Makes the paths in errors of the risk resolution relative to the dispatcher's arguments. */
const riskInArgs = ({ resolveRisk }: StepCall) =>
  resolveRisk === undefined ? {} : { resolveRisk: Effect.catchTag(resolveRisk, "ValidationError", issuesInside(ARGS)) }

const noSuchTool = (name: string, tools: Catalogue["Type"]) =>
  new ValidationError({
    validation_issues: [
      {
        path: "tool",
        message: `there is no tool named ${quoted(name)}${didYouMean(name, tools.names)}`,
        code: "unknown_tool"
      }
    ],
    suggested_tool: "mcp_tools_search"
  })

const wrongDispatcher = (name: string, verb: "is" | "can be", risk: Risk) =>
  new ValidationError({
    validation_issues: [
      {
        path: "tool",
        message: `${name} with these arguments ${verb} ${risk}: run it through ${dispatchers[risk]}`,
        code: "wrong_risk"
      }
    ],
    suggested_tool: dispatchers[risk]
  })
