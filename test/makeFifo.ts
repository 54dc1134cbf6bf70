import { execFile } from "node:child_process"
import { Effect } from "effect"

/** Makes a FIFO, for which Node has no function. */
export const makeFifo = (path: string): Effect.Effect<void> =>
  Effect.async((resume) => {
    execFile("mkfifo", [path], (error) => resume(error === null ? Effect.void : Effect.die(error)))
  })
