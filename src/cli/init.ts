import { isDeepStrictEqual } from "node:util"
import { Console, Data, Effect, Either, Option } from "effect"
import { didYouMean } from "../errors/nearestName.ts"
import { quoted } from "../errors/quoted.ts"
import { confirm, type Screen } from "./confirm.ts"
import { exitCodes, Told } from "./ending.ts"
import { directory, environment, platform, program, results, screen } from "./environment.ts"
import type { Client, Place, Scope, Standpoint } from "./init/Client.ts"
import { carriedSettings } from "./init/carriedSettings.ts"
import { changed } from "./init/changed.ts"
import { type Plan, planFor } from "./init/changes.ts"
import { clients } from "./init/clients.ts"
import { type Fields, type Wanted, withSandbox } from "./init/Entry.ts"
import { launchHere } from "./init/launchHere.ts"
import { listing } from "./init/listing.ts"
import { diffText, nextSteps, takenOver } from "./init/pages.ts"
import { replaceFile } from "./init/replaceFile.ts"
import {
  formatOf,
  markOf,
  readSettingsFile,
  type SettingsFile,
  SettingsUnusable,
  withoutMark
} from "./init/SettingsFile.ts"
import { snippetOf } from "./init/snippet.ts"
import { wantedVariables } from "./init/wantedVariables.ts"
import { paint } from "./style.ts"

/** What was asked for cannot be done. */
export class InitRefused extends Data.TaggedError("InitRefused")<{ readonly message: string }> {}

/** What `init` is asked for. */
export interface InitOptions {
  readonly client: Option.Option<string>
  readonly scope: Option.Option<Scope>
  readonly surface: Option.Option<string>
  readonly guild: Option.Option<string>
  /** The entry serves the sandbox. */
  readonly sandbox?: boolean
  readonly yes: boolean
  readonly dryRun: boolean
  readonly json: boolean
}

/** Where `init` is at work: the machine, the program that was started, and who looks on. */
export interface Surroundings {
  readonly standpoint: Standpoint
  readonly script: string
  readonly screen: Screen
  readonly coloured: boolean
}

/** Lists the clients, or gives one of them an entry for this server. */
export const init = (options: InitOptions) =>
  Effect.suspend(() =>
    initIn(
      {
        standpoint: { platform: platform(), variables: environment(), directory: directory() },
        script: program.script,
        screen,
        coloured: results.coloured
      },
      options
    )
  )

/** The same, in surroundings of one's own. */
export const initIn = Effect.fn("cli.init")(function* (around: Surroundings, options: InitOptions) {
  const { standpoint } = around
  const launch = yield* launchHere(around.script, standpoint.platform)
  if (Option.isNone(options.client)) return yield* Console.log(yield* listing(standpoint, launch, options.json))
  const client = yield* clientNamed(options.client.value)
  const place = yield* placeIn(client, options.scope)
  const sandbox = options.sandbox === true
  const flags = yield* Either.mapLeft(wantedVariables(options), refused)
  const carried = yield* carriedSettings(standpoint.variables, sandbox)
  const wanted: Wanted = {
    launch: sandbox ? withSandbox(launch) : launch,
    variables: { ...carried.variables, ...flags },
    secrets: carried.secrets,
    sandbox
  }
  if (options.json) return yield* Console.log(JSON.stringify(snippetOf(client, place, wanted), undefined, 2))

  const path = place.path(standpoint)
  if (path === undefined) return yield* refused("No home directory is known: the environment names none.")
  const file = yield* readSettingsFile(path, client)
  const plan = yield* Either.mapLeft(
    planFor(file.content, client, place, wanted),
    (problem) => new SettingsUnusable({ path, problem: `has no room for an entry: ${problem}` })
  )
  const after = changed(file.content, plan.changes)
  if (plan.changes.length === 0) {
    yield* Console.log(`${client.title}: nothing to change. ${path} has this server, as "${plan.name}".`)
    return yield* Console.log(nextSteps(client, place, after, plan.name, wanted))
  }
  const text = yield* textAfter(file, client, plan, after)
  yield* Effect.forEach(takenOver(carried, flags, place), (line) => Console.log(line), { discard: true })
  yield* Console.log(
    `${client.title}: ${path}${file.exists ? "" : " (new)"}\n\n${diffText(file, text, place, paint(around.coloured))}\n`
  )
  if (options.dryRun) return yield* Console.log("Nothing was written: this was a dry run.")
  if (!(options.yes || (yield* agreed(around.screen, path)))) return yield* Console.log("Nothing was written.")
  const backup = yield* replaceFile(file, text, place.scope)
  yield* Console.log(`Written.${backup === undefined ? "" : ` The file as it was: ${backup}`}`)
  yield* Console.log(nextSteps(client, place, after, plan.name, wanted))
})

const refused = (message: string) => new InitRefused({ message })

const clientNamed = (name: string) => {
  const names = clients.map((client) => client.name)
  const client = clients.find((it) => it.name === name)
  const near = didYouMean(name, names)
  return client === undefined
    ? refused(`There is no client ${quoted(name)}${near === "" ? "." : near} There are: ${names.join(", ")}.`)
    : Effect.succeed(client)
}

const placeIn = ({ places, title }: Client, scope: Option.Option<Scope>): Effect.Effect<Place, InitRefused> => {
  const place = Option.match(scope, {
    onNone: () => places[0],
    onSome: (wanted) => places.find((it) => it.scope === wanted)
  })
  return place === undefined
    ? refused(`${title} has no servers of a ${Option.getOrThrow(scope)}: only --scope ${places[0].scope}.`)
    : Effect.succeed(place)
}

/** The text after the changes, and never one that says anything else than the content after them. */
const textAfter = ({ path, text }: SettingsFile, client: Client, { changes }: Plan, after: Fields) => {
  const { change, read } = formatOf(client)
  // What a reader makes of a text may have other prototypes; that is no difference.
  const wanted = structuredClone(after)
  const says = (candidate: string) => isDeepStrictEqual(structuredClone(Either.getOrUndefined(read(candidate))), wanted)
  const written = change(withoutMark(text), changes, after).find(says)
  return written === undefined
    ? new SettingsUnusable({
        path,
        problem: `is written in a way that cannot be added to: put in by hand what init ${client.name} --json shows`
      })
    : Effect.succeed(markOf(text) + written)
}

const agreed = (screen: Screen, path: string) =>
  screen.attended
    ? confirm(`Write ${path}?`, screen).pipe(
        Effect.map(Option.getOrElse(() => false)),
        Effect.tapError(() => Console.log("Nothing was written.")),
        Effect.mapError(() => new Told({ exitCode: exitCodes.sigint }))
      )
    : refused("Nothing was written, for nobody can be asked here: repeat with --yes.")
