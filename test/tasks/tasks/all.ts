import type { Task } from "../task.ts"
import { channels } from "./channels.ts"
import { messages } from "./messages.ts"
import { moderation } from "./moderation.ts"
import { server } from "./server.ts"

export const tasks: ReadonlyArray<Task> = [...moderation, ...channels, ...messages, ...server]
