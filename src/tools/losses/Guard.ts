/**
 * What a write takes away from what is there: entries that a list no longer has, and protections that a value weakens. A
 * call that takes something away asks, and its preview names it. A call that only adds reads, and runs at once.
 */
import { Context, Effect, Option, Schema } from "effect"
import type { Discord } from "../../discord/Discord.ts"
import type { Permit, Risk } from "../../discord/Permit.ts"
import type { DiscordFailure } from "../../errors/DiscordMcpError.ts"
import { Id, nullish } from "../../objects/schema/reply.ts"
import { getReadable } from "../dsl/getJson.ts"
import type { ConsentKind } from "../shared/consentKinds.ts"
import { formatName } from "../shared/previewText.ts"
import type { PreviewFacts, RiskResolution } from "../Tool.ts"

/** Something that a call takes away. `of`: `what` is the id of such an object. */
export interface Loss {
  readonly is: "drops" | "weakens"
  readonly what: string
  readonly of?: "role" | "channel"
}

/** A field that can take something away: whether it replaces a list or is a protection, and what a call loses by it. */
export interface Check<Input = never, State = never> {
  readonly is: "replaces" | "protects"
  readonly losses: (input: Input, state: State) => ReadonlyArray<Loss>
}

/**
 * What a field does that takes nothing away by itself.
 * - `adds`: it adds to what is there, or names what the call acts on.
 * - `own`: it belongs to what the call creates, or to the call alone.
 * - `part`: it is inside a field that has a check, which covers it.
 * - `harmless`: it changes what protects nothing, and a second call changes it back.
 * - `asks`: the tool itself decides when it asks.
 */
export type Plain = "adds" | "own" | "part" | "harmless" | "asks"

/** A field of a write, by its path in the input: `available_tags`, `trigger_metadata.allow_list`. */
export type Rows<Input = never, State = never> = Readonly<Record<string, Plain | Check<Input, State>>>

/** What a tool can take away. */
export interface Guard {
  readonly fields: Rows
  readonly asks: ReadonlyArray<ConsentKind>
  /** Returns the risk of a call by what it takes away; `undefined` if no field of it can take anything away. */
  readonly risk: (input: object) => RiskResolution | undefined
  /** Reads what a call takes away, with names, for its preview. */
  readonly facts: (input: object) => PreviewFacts
}

/** Make the checks of a guard, for the input and the present state of its tool. */
interface Makers<Input, State> {
  readonly protects: (losses: Check<Input, State>["losses"]) => Check<Input, State>
  readonly replaces: (losses: Check<Input, State>["losses"]) => Check<Input, State>
}

type Reading<State> = Effect.Effect<State, DiscordFailure, Discord | Permit>

/** Makes a guard. `absent`: the object need not exist, and then nothing is lost. Else a call for it fails by itself. */
export const guard = <Input extends object, State>(definition: {
  readonly read: (input: Input) => Reading<State>
  readonly absent?: true
  readonly fields: (make: Makers<Input, State>) => Rows<Input, State>
}): Guard => {
  const fields = definition.fields({ protects, replaces })
  const checks = Object.entries(fields).flatMap(([path, row]) =>
    typeof row === "string" ? [] : [{ field: path.split(".")[0] ?? path, path, ...row }]
  )
  // Reads no other field: those of a plan's step may not be known yet.
  const used = (input: object) => checks.filter(({ field }) => Reflect.get(input, field) !== undefined)
  const read = (input: Input): Effect.Effect<Option.Option<State>, DiscordFailure, Discord | Permit> =>
    Effect.catchTag(
      Effect.asSome(definition.read(input)),
      "DiscordPermissionError",
      "DiscordUnexpectedResponse",
      () => Effect.succeedNone
    )
  const present = (given: object) => {
    const input = given as Input // the decoded fields of the tool of this guard
    const some = used(given)
    // `None`: what is there cannot be read. An absent object has nothing to lose.
    const losses = Effect.map(
      read(input),
      Option.map((state) =>
        some.flatMap(({ losses, path }) => losses(input, state).map((loss) => ({ ...loss, field: path })))
      )
    )
    return definition.absent === true
      ? Effect.catchTag(losses, "DiscordNotFoundError", () => Effect.succeedSome([]))
      : losses
  }
  return {
    fields,
    asks: [
      ...(checks.some(({ is }) => is === "replaces") ? (["replaces"] as const) : []),
      ...(checks.some(({ is }) => is === "protects") ? (["weakens"] as const) : [])
    ],
    risk: (input) =>
      used(input).length === 0
        ? undefined
        : whereShown(
            Effect.map(
              present(input),
              (losses): Risk => (Option.exists(losses, (all) => all.length === 0) ? "write" : "destructive")
            )
          ),
    facts: (input) =>
      used(input).length === 0
        ? Effect.succeed({})
        : Effect.flatMap(
            present(input),
            Option.match({
              onNone: (): PreviewFacts => Effect.succeed(UNREADABLE),
              onSome: (losses) => factsOf(losses, input)
            })
          )
  }
}

/**
 * Whether a tool's own plan shows what its calls take away. Such a plan has read the whole state, and its calls do not
 * read it again.
 */
export class PlanShowsLosses extends Context.Reference<PlanShowsLosses>()("effect-discord-mcp/tools/PlanShowsLosses", {
  defaultValue: () => false
}) {}

const whereShown = (risk: RiskResolution): RiskResolution =>
  Effect.flatMap(PlanShowsLosses, (isShown) => (isShown ? Effect.succeed<Risk>("write") : risk))

const UNREADABLE = {
  not_read: "What is there now cannot be read. This may drop entries of it or weaken it."
}

/** Names the losses. Objects have their names if these can be read. */
const factsOf = (losses: ReadonlyArray<Loss & { readonly field: string }>, input: object): PreviewFacts =>
  Effect.map(
    Effect.all([namesOf("role", losses, input), namesOf("channel", losses, input)], { concurrency: 2 }),
    ([roles, channels]) => {
      const textOf = ({ field, of, what }: (typeof losses)[number]) =>
        `${field}: ${of === undefined ? what : ((of === "role" ? roles : channels).get(what) ?? what)}`
      const [drops, weakens] = (["drops", "weakens"] as const).map((is) =>
        losses.filter((loss) => loss.is === is).map(textOf)
      )
      return {
        ...(drops !== undefined && drops.length > 0 && { drops }),
        ...(weakens !== undefined && weakens.length > 0 && { weakens })
      }
    }
  )

const Named = Schema.Array(Schema.Struct({ id: Id, name: nullish(Schema.String) }))

/** Reads the names of the roles or channels of a guild, by id. */
const namesOf = (kind: "role" | "channel", losses: ReadonlyArray<Loss>, input: object) =>
  "guild_id" in input && losses.some(({ of }) => of === kind)
    ? Effect.map(
        getReadable(Named, `/guilds/{guild_id}/${kind}s`, { guild_id: String(input.guild_id) }),
        (all) =>
          new Map(
            all.map(({ id, name }) => [
              id,
              id === input.guild_id ? "@everyone" : formatName(name, kind === "role" ? "@" : "#")
            ])
          )
      ).pipe(Effect.orElseSucceed(() => new Map<string, string>()))
    : Effect.succeed(new Map<string, string>())

/** Returns the entries that a new list lacks. `after` is null if the list is cleared. */
export const dropped = <A>(
  before: ReadonlyArray<A> | null | undefined,
  after: ReadonlyArray<string> | null | undefined,
  keyOf: (entry: A) => string,
  nameOf: (entry: A) => string = (entry) => formatName(keyOf(entry)),
  of?: Loss["of"]
): ReadonlyArray<Loss> =>
  (before ?? [])
    .filter((entry) => !(after ?? []).includes(keyOf(entry)))
    .map((entry) => ({ is: "drops", what: nameOf(entry), ...(of && { of }) }))

/** Returns the ids that a new list lacks. */
export const droppedIds = (
  before: ReadonlyArray<string> | null | undefined,
  after: ReadonlyArray<string> | null | undefined,
  of?: Loss["of"]
): ReadonlyArray<Loss> =>
  dropped(
    before,
    after,
    (id) => id,
    (id) => id,
    of
  )

/** Returns the loss if a condition holds. */
export const weakensIf = (condition: boolean, what: string): ReadonlyArray<Loss> =>
  condition ? [{ is: "weakens", what }] : []

/** Returns the loss if a level falls, such as from high to low. The names are in ascending order. */
export const lowered = (
  names: Readonly<Record<string, number>>,
  before: number,
  after: string | undefined
): ReadonlyArray<Loss> => {
  const level = after === undefined ? before : (names[after] ?? before)
  const nameOf = (value: number) => Object.keys(names).find((name) => names[name] === value) ?? String(value)
  return weakensIf(level < before, `${nameOf(before)} becomes ${nameOf(level)}`)
}

/** Makes a check of a list that a call replaces. */
const replaces = <Input, State>(losses: Check<Input, State>["losses"]): Check<Input, State> => ({
  is: "replaces",
  losses
})

/** Makes a check of a protection. */
export const protects = <Input, State>(losses: Check<Input, State>["losses"]): Check<Input, State> => ({
  is: "protects",
  losses
})

/** Returns rows with one meaning for several fields. */
export const rows = (meaning: Plain, ...paths: ReadonlyArray<string>): Readonly<Record<string, Plain>> =>
  Object.fromEntries(paths.map((path) => [path, meaning]))
