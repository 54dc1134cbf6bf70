/** Holds the views of objects to Discord's description: a field is shown, or left out for a reason. */
import { assert, describe, it } from "@effect/vitest"
import * as automodRule from "../../src/objects/automodRule.ts"
import * as channel from "../../src/objects/channel.ts"
import * as event from "../../src/objects/event.ts"
import * as guild from "../../src/objects/guild.ts"
import * as role from "../../src/objects/role.ts"
import { readerOf } from "../../src/objects/schema/reply.ts"
import { rule as ruleView } from "../../src/tools/automod/view.ts"
import { channel as channelView } from "../../src/tools/channels/view.ts"
import type { View } from "../../src/tools/dsl/view.ts"
import { event as eventView } from "../../src/tools/events/view.ts"
import { guild as guildView } from "../../src/tools/guild/view.ts"
import { role as roleView } from "../../src/tools/roles/view.ts"
import { read } from "./Description.ts"
import { sample } from "./sample.ts"
import { isNode, type Node } from "./spec/Node.ts"

const description = read()

interface ShownObject {
  readonly schemas: ReadonlyArray<string>
  /** Makes the result of a reply. */
  readonly show: (reply: object) => unknown
  readonly leftOut: Readonly<Record<string, string>>
}

const by =
  <Shape>(view: View<Shape, unknown>): ShownObject["show"] =>
  (reply) => {
    const reading = readerOf(view.reply)(reply)
    return reading && view(reading.body)
  }

const objects: Readonly<Record<string, ShownObject>> = {
  channel: {
    schemas: ["GuildChannelResponse", "ThreadResponse", "PrivateChannelResponse", "PrivateGroupChannelResponse"],
    show: by(channelView),
    leftOut: channel.leftOut
  },
  event: {
    schemas: ["External", "Stage", "Voice"].map((place) => `${place}ScheduledEventResponse`),
    show: by(eventView),
    leftOut: event.leftOut
  },
  "rule of AutoMod": {
    schemas: ["Keyword", "MLSpam", "DefaultKeyword", "MentionSpam", "UserProfile"].map((name) => `${name}RuleResponse`),
    show: by(ruleView),
    leftOut: automodRule.leftOut
  },
  role: { schemas: ["GuildRoleResponse"], show: by(roleView), leftOut: role.leftOut },
  guild: { schemas: ["GuildWithCountsResponse"], show: by(guildView), leftOut: guild.leftOut }
}

const nodeOf = (name: string): Node => description.resolve({ $ref: `discord#/components/schemas/${name}` })

/** Objects whose fields are shown one by one. */
const INNER: ReadonlySet<string> = new Set(["thread_metadata", "trigger_metadata", "entity_metadata"])

/** The paths of the fields of a schema. An object inside it has its fields, too. */
const pathsIn = (node: Node): ReadonlyArray<string> =>
  Object.entries(isNode(node.properties) ? node.properties : {}).flatMap(([name, field]) => {
    const choices = isNode(field) ? [field, ...[field.anyOf ?? []].flat().filter(isNode)].map(description.resolve) : []
    return INNER.has(name) ? choices.flatMap(pathsIn).map((path) => `${name}.${path}`) : [name]
  })

/** Values, one of which each kind of field can have, and none of which is what the field has by itself. */
const values: ReadonlyArray<unknown> = [
  true,
  false,
  1,
  7,
  2,
  "7",
  "100000000000000007",
  ["7"],
  [2],
  "2024-02-02T00:00:00.000000+00:00"
]

/** Returns a copy in which a path has a value; without one, the path is absent. */
const withValue = (reply: object, path: string, value?: unknown): object => {
  const [name = "", ...rest] = path.split(".")
  const { [name]: present, ...others }: Readonly<Record<string, unknown>> = { ...reply }
  if (rest.length > 0) return { ...reply, [name]: withValue(Object(present), rest.join("."), value) }
  return value === undefined ? others : { ...others, [name]: value }
}

describe("a field of Discord's description", () => {
  for (const [name, { leftOut, schemas, show }] of Object.entries(objects))
    it(`of a ${name} is in the compact view, or left out for a reason`, () => {
      const hidden = schemas.flatMap((schema) => {
        // The description does not say the least number of most fields.
        const text = JSON.stringify(sample(description, nodeOf(schema), "full")).replaceAll(String(-(2 ** 31)), "7")
        const full: object = JSON.parse(text)
        return pathsIn(nodeOf(schema)).filter((path) =>
          [full, {}].every((base) => {
            // An archived thread has the time of its archiving.
            const reply = withValue(base, "thread_metadata.archived", true)
            const without = JSON.stringify(show(withValue(reply, path)))
            return [Object(full)[path], ...values].every(
              (value) => JSON.stringify(show(withValue(reply, path, value))) === without
            )
          })
        )
      })
      assert.sameMembers([...new Set(hidden)], Object.keys(leftOut))
    })
})
