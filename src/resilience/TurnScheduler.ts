/** A scheduler of fibers that lets timers and sockets go on when fibers have held the event loop for a while. */
import { FiberRef, Scheduler } from "effect"
import type { RuntimeFiber } from "effect/Fiber"
import { SLICE_MS } from "./Turns.ts"

/** Returns after how many operations of a fiber the time is read, less one. Reading costs about as much as one operation. */
const CHECKED = 63

/** When this turn of the event loop began, in milliseconds; `undefined` if nothing of this turn was seen. */
let beganMs: number | undefined

/** Returns whether fibers have held the event loop in this turn for as long as they may. */
const isTurnOver = (): boolean => {
  if (beganMs !== undefined) return performance.now() - beganMs > SLICE_MS
  beganMs = performance.now()
  setImmediate(() => {
    beganMs = undefined
  })
  return false
}

const runnerOf = Scheduler.SchedulerRunner.cached((depth, drain) => {
  if (isTurnOver()) setImmediate(() => drain(0))
  else queueMicrotask(() => drain(depth + 1))
})

/**
 * Schedules fibers as the default scheduler does, until they have held the event loop for `SLICE_MS`. They then go on in
 * the next turn. With the default scheduler, a fiber that waits for nothing yields to other fibers only.
 */
export const turnScheduler: Scheduler.Scheduler = {
  shouldYield: (fiber: RuntimeFiber<unknown, unknown>) =>
    fiber.currentOpCount > fiber.getFiberRef(FiberRef.currentMaxOpsBeforeYield) ||
    ((fiber.currentOpCount & CHECKED) === CHECKED && isTurnOver())
      ? fiber.getFiberRef(FiberRef.currentSchedulingPriority)
      : false,
  scheduleTask: (task, priority, fiber) => runnerOf(fiber).scheduleTask(task, priority)
}
