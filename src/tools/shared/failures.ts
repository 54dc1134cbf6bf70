import { Struct } from "effect"
import { applications } from "../application/failures.ts"
import { channels } from "../channels/failures.ts"
import { expressions } from "../emojis/failures.ts"
import { events } from "../events/failures.ts"
import { guilds } from "../guild/failures.ts"
import { members } from "../members/failures.ts"
import { messages } from "../messages/failures.ts"
import { sending } from "../messages/sendFailures.ts"
import { threads } from "../threads/failures.ts"
import { webhooks } from "../webhooks/failures.ts"
import { unknown } from "./unknownFailures.ts"

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
