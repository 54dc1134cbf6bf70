import { Struct, type Types } from "effect"
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

/** All failure reasons by subject. A reason means the same in every tool. */
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

// Object.assign loses the types of spread arguments.
const all = Object.assign({}, ...subjects) as Types.UnionToIntersection<(typeof subjects)[number]>

/** Returns reasons by name, for the `failures` of a tool definition. */
export const reasons = <const Name extends keyof typeof all>(...names: ReadonlyArray<Name>) =>
  Struct.pick(all, ...names)
