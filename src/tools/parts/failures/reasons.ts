import { Struct } from "effect"
import { applications } from "./applications.ts"
import { channels } from "./channels.ts"
import { events } from "./events.ts"
import { expressions } from "./expressions.ts"
import { guilds } from "./guilds.ts"
import { members } from "./members.ts"
import { messages } from "./messages.ts"
import { sending } from "./sending.ts"
import { threads } from "./threads.ts"
import { unknown } from "./unknown.ts"
import { webhooks } from "./webhooks.ts"

/** All reasons by subject. A reason is written once: it means the same in every tool. */
export const subjects = [
  unknown,
  members,
  guilds,
  channels,
  threads,
  messages,
  sending,
  webhooks,
  expressions,
  events,
  applications
] as const

const all = {
  ...unknown,
  ...members,
  ...guilds,
  ...channels,
  ...threads,
  ...messages,
  ...sending,
  ...webhooks,
  ...expressions,
  ...events,
  ...applications
}

/** Reasons by their names, for the `failures` of a row. */
export const reasons = <const Name extends keyof typeof all>(...names: ReadonlyArray<Name>) =>
  Struct.pick(all, ...names)
