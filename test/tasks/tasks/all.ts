import type { TaskGroups } from "../measure.ts"
import type { Task } from "../task.ts"
import { channels } from "./channels.ts"
import { community } from "./community.ts"
import { messages } from "./messages.ts"
import { moderation } from "./moderation.ts"
import { people } from "./people.ts"
import { server } from "./server.ts"
import { upkeep } from "./upkeep.ts"

const basic: ReadonlyArray<Task> = [...moderation, ...channels, ...messages, ...server]
const further: ReadonlyArray<Task> = [...people, ...upkeep, ...community]

export const tasks: ReadonlyArray<Task> = [...basic, ...further]

const namesOf = (group: ReadonlyArray<Task>) => new Set(group.map(({ name }) => name))

/** The groups whose costs are summed: a session for each. */
export const taskGroups: TaskGroups = { basic: namesOf(basic), further: namesOf(further), all: namesOf(tasks) }
