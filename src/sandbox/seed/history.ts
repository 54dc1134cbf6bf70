import type { APIUser } from "discord-api-types/v10"
import { Effect } from "effect"
import type { Channel } from "../Channel.ts"
import type { SandboxState } from "../State.ts"
import type { channelsOf } from "./channels.ts"
import { pictureIn, releaseEmbed, writeDialogues, writeMessage } from "./messages.ts"
import type { Named } from "./people.ts"
import * as texts from "./texts.ts"

const HOUR_MS = 60 * 60_000

const DAY_MS = 24 * HOUR_MS

/** Fills the channels with a month of messages. Returns the messages that tests use. */
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
  const conversation = (channel: Channel, authors: ReadonlyArray<APIUser>) => ({ channel, authors, fromMs, toMs })
  const { announcements, dock, general, idea, secret, showcase, staff, support, thread } = channels

  // Messages are listed in order of insertion, so each channel is filled in order of time.
  const welcome = "Welcome to Tidepool! Say hello, and ask in #support when stuck."
  const firstInGeneral = writeMessage(state, general, owner, welcome, fromMs - DAY_MS, { pinned: true })
  const picture = { attachments: pictureIn(state, showcase) }
  writeMessage(state, showcase, chiara, "tide clock, second build", fromMs - DAY_MS, picture)

  yield* writeDialogues(state, conversation(general, people), texts.general)
  yield* writeDialogues(state, conversation(support, people), texts.support)
  yield* writeDialogues(state, conversation(announcements, [owner]), texts.announcements)
  yield* writeDialogues(state, conversation(showcase, people), texts.showcase)
  yield* writeDialogues(state, conversation(staff, team), texts.staff)
  yield* writeDialogues(state, conversation(secret, team), texts.secret)
  yield* writeDialogues(state, conversation(thread, [...team, bruno]), texts.thread)
  yield* writeDialogues(state, conversation(idea, people), texts.idea)
  yield* writeDialogues(state, conversation(dock, [dmitri, chiara]), texts.other)

  const question = "has anybody tried the beta on a Raspberry Pi?"
  return {
    firstInGeneral,
    byMember: writeMessage(state, general, bruno, question, toMs + HOUR_MS),
    byBot: writeMessage(state, general, state.bot, "The build of `main` is green again.", toMs + 2 * HOUR_MS),
    inAnnouncements: writeMessage(state, announcements, owner, "", toMs + 3 * HOUR_MS, { embeds: releaseEmbed })
  }
})
