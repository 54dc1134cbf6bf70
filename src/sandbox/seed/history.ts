import type { APIUser } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Channel } from "../Channel.ts"
import type { SandboxState } from "../State.ts"
import type { channelsOf } from "./channels.ts"
import { perform, pictureIn, releaseEmbed, write } from "./messages.ts"
import type { Named } from "./people.ts"
import * as texts from "./texts.ts"

const HOUR_MS = 60 * 60_000

const DAY_MS = 24 * HOUR_MS

/** Fills the channels with a month of talk, and returns the messages that have a name. */
export const writeHistory = Effect.fnUntraced(function* (
  state: SandboxState,
  channels: ReturnType<typeof channelsOf> & { readonly dock: Channel },
  { ada, bruno, chiara, dmitri, owner }: Named,
  users: ReadonlyArray<APIUser>,
  endMs: number
) {
  const [fromMs, toMs] = [endMs - 30 * DAY_MS, endMs - DAY_MS]
  const people = users.filter((user) => user !== state.bot)
  const team = [owner, ada, dmitri]
  const scene = (channel: Channel, cast: ReadonlyArray<APIUser>) => ({ channel, cast, fromMs, toMs })
  const { announcements, dock, general, idea, secret, showcase, staff, support, thread } = channels

  // Each channel is written in the order of time: its messages are listed as they were put.
  const welcome = "Welcome to Tidepool! Say hello, and ask in #support when stuck."
  const firstInGeneral = write(state, general, owner, welcome, fromMs - DAY_MS, { pinned: true })
  const picture = { attachments: pictureIn(showcase.id) }
  write(state, showcase, chiara, "tide clock, second build", fromMs - DAY_MS, picture)

  yield* perform(state, scene(general, people), texts.general)
  yield* perform(state, scene(support, people), texts.support)
  yield* perform(state, scene(announcements, [owner]), texts.announcements)
  yield* perform(state, scene(showcase, people), texts.showcase)
  yield* perform(state, scene(staff, team), texts.staff)
  yield* perform(state, scene(secret, team), texts.secret)
  yield* perform(state, scene(thread, [...team, bruno]), texts.thread)
  yield* perform(state, scene(idea, people), texts.idea)
  yield* perform(state, scene(dock, [dmitri, chiara]), texts.other)

  const question = "has anybody tried the beta on a Raspberry Pi?"
  return {
    firstInGeneral,
    byMember: write(state, general, bruno, question, toMs + HOUR_MS),
    byBot: write(state, general, state.bot, "The build of `main` is green again.", toMs + 2 * HOUR_MS),
    inAnnouncements: write(state, announcements, owner, "", toMs + 3 * HOUR_MS, { embeds: releaseEmbed })
  }
})
