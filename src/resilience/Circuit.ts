/** The state machine of one circuit: no clock, no effects. Times are monotonic milliseconds. */

/** Settings of a circuit breaker. */
export interface CircuitSettings {
  readonly enabled: boolean
  /** The number of failures within the window that opens the circuit. */
  readonly failureThreshold: number
  /** The length of the sliding window. */
  readonly windowMs: number
  /** The time that an open circuit rejects calls before it allows one probe. */
  readonly halfOpenAfterMs: number
}

/** The states of a circuit. `epoch` changes with every transition. Outcomes of an older epoch are ignored. */
export type Circuit =
  | { readonly state: "closed"; readonly epoch: number; readonly failures: ReadonlyArray<number> }
  | { readonly state: "open"; readonly epoch: number; readonly until: number }
  | { readonly state: "half_open"; readonly epoch: number; readonly probing: boolean }

/** The outcome of an admitted call. `ignored` says nothing about the remote side: a 429, a cancellation, a defect. */
export type Outcome = "success" | "failure" | "ignored"

/** The admission of a call. */
export interface Admitted {
  readonly epoch: number
  readonly probe: boolean
}

/** A rejection, with the time until a probe is allowed. */
export interface Rejected {
  readonly retryAfterMs: number
}

/** The value of `retryAfterMs` while a probe runs, because the duration of the probe is unknown. */
const PROBE_RUNNING_MS = 1000

/** Makes a closed circuit. */
export const closed = (epoch: number): Circuit => ({ state: "closed", epoch, failures: [] })

/** Admits or rejects a call. After `halfOpenAfterMs` an open circuit becomes half-open, with this call as its probe. */
export const admit = (circuit: Circuit, now: number): readonly [Circuit, Admitted | Rejected] => {
  switch (circuit.state) {
    case "closed":
      return [circuit, { epoch: circuit.epoch, probe: false }]
    case "open": {
      if (now < circuit.until) return [circuit, { retryAfterMs: Math.ceil(circuit.until - now) }]
      const epoch = circuit.epoch + 1
      return [
        { state: "half_open", epoch, probing: true },
        { epoch, probe: true }
      ]
    }
    case "half_open":
      return circuit.probing
        ? [circuit, { retryAfterMs: PROBE_RUNNING_MS }]
        : [
            { ...circuit, probing: true },
            { epoch: circuit.epoch, probe: true }
          ]
  }
}

/** Records the outcome of an admitted call. */
export const record = (
  circuit: Circuit,
  ticket: Admitted,
  outcome: Outcome,
  now: number,
  settings: CircuitSettings
): Circuit => {
  if (ticket.epoch !== circuit.epoch) return circuit
  switch (circuit.state) {
    case "closed": {
      if (outcome !== "failure") return circuit
      const failures = [...circuit.failures.filter((at) => now - at < settings.windowMs), now]
      return failures.length < settings.failureThreshold ? { ...circuit, failures } : open(circuit, now, settings)
    }
    case "half_open":
      if (outcome === "success") return closed(circuit.epoch + 1)
      if (outcome === "failure") return open(circuit, now, settings)
      return { ...circuit, probing: false }
    case "open":
      return circuit
  }
}

/** Returns whether a circuit equals a new one. */
export const isPristine = (circuit: Circuit, now: number, settings: CircuitSettings): boolean =>
  circuit.state === "closed" && circuit.failures.every((at) => now - at >= settings.windowMs)

const open = (circuit: Circuit, now: number, settings: CircuitSettings): Circuit => ({
  state: "open",
  epoch: circuit.epoch + 1,
  until: now + settings.halfOpenAfterMs
})
